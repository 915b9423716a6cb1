-- Lets sysbench 1.0 take turns with measured JVMs. The protocol is described in dev.jdbcbench.scenario.jvm.Turns. Only this
-- script supports the order S, a single operation. sysbench needs no long warm-up, so it ignores the time of the order W.
--
-- The first thread talks to the agent, and to each other thread through a pipe. All threads reply through one pipe.
-- sysbench's own loop is not used, because it cannot pause between turns. An operation is the function event() of a
-- sysbench script, or a statement.
--
-- Environment variables:
-- BENCH_TURNS: index in the group, and the agent's socket
-- BENCH_WORK: a sysbench script, or a statement
-- BENCH_CLOSED: length of a closed loop in nanoseconds
-- BENCH_LONG: length of a closed loop that is as long as a turn under open load
-- BENCH_ARRIVALS: file with the arrivals of a turn under open load
-- BENCH_TIMES: file for the times of that turn

local ffi = require("ffi")
local C = ffi.C

ffi.cdef [[
struct bench_time { long s; long ns; };
struct bench_address { unsigned short family; char path[108]; };
struct bench_usage { long user_s; long user_us; long system_s; long system_us; long rest[14]; };
int clock_gettime(int clock, struct bench_time *time);
int nanosleep(const struct bench_time *time, struct bench_time *rest);
int sched_yield(void);
int socket(int domain, int type, int protocol);
int connect(int socket, const struct bench_address *address, unsigned int length);
long read(int file, void *bytes, size_t length);
long write(int file, const void *bytes, size_t length);
int open(const char *path, int flags, ...);
int close(int file);
int pipe(int *ends);
int getpid(void);
int getrusage(int who, struct bench_usage *usage);
int setenv(const char *name, const char *value, int overwrite);
int fflush(void *stream);
void _exit(int status);
void *malloc(size_t size);
void free(void *memory);
]]

local GO, OPEN, LONG, PREPARE, END, START = 1, 2, 3, 4, 5, 6
local AWAKE = 1e5 -- twice the timer slack of Linux
local MOST_UNMEASURED, UNMEASURED = 20, 3e6
local SOON = 1e6
local LONGEST = 3 -- time limit of a turn, as a multiple of its schedule
local UNSERVED = -1

local work = os.getenv("BENCH_WORK")
local statement = string.find(work, " ", 1, true) ~= nil
if not statement then
   require(work)
end
local connect = thread_init
local prepared

if statement then
   function connect()
      con = sysbench.sql.driver():connect()
      if sysbench.opt.db_ps_mode ~= "disable" then
         prepared = con:prepare(work)
      end
   end

   function event()
      if prepared then
         prepared:execute()
      elseif work == "DO 1" then
         con:query(work)
      else
         con:query_row(work)
      end
   end

   function thread_done()
      if prepared then
         prepared:close()
      end
      con:disconnect()
   end
end

function thread_init() end -- connects later, when it is told to prepare

local function fail(reason)
   C.fflush(nil)
   io.stderr:write("FATAL: " .. tostring(reason) .. "\n")
   C._exit(1)
end

-- Called in the main thread. The Lua states of all threads share nothing but environment variables.
function init()
   if os.getenv("BENCH_PIPES") then
      return
   end
   local ends = ffi.new("int[2]")
   local numbers = {}
   for _ = 0, sysbench.opt.threads do
      if C.pipe(ends) ~= 0 then
         fail("cannot make a pipe")
      end
      numbers[#numbers + 1] = ends[0]
      numbers[#numbers + 1] = ends[1]
   end
   C.setenv("BENCH_PIPES", table.concat(numbers, " "), 1)
   local time = ffi.new("struct bench_time")
   C.clock_gettime(1, time)
   C.setenv("BENCH_BASE", tostring(tonumber(time.s)), 1)
end

function thread_run(thread)
   local threads = sysbench.opt.threads
   local pipes = {}
   for number in string.gmatch(os.getenv("BENCH_PIPES"), "%d+") do
      pipes[#pipes + 1] = tonumber(number)
   end
   local base = tonumber(os.getenv("BENCH_BASE"))
   local closed = tonumber(os.getenv("BENCH_CLOSED"))
   local lengthened = tonumber(os.getenv("BENCH_LONG"))
   local leader = thread == 0

   local time = ffi.new("struct bench_time")
   local pause = ffi.new("struct bench_time")

   local function now()
      C.clock_gettime(1, time)
      return (tonumber(time.s) - base) * 1e9 + tonumber(time.ns)
   end

   local function await(due)
      local at = now()
      while due - at > AWAKE do
         local left = due - at - AWAKE
         pause.s = math.floor(left / 1e9)
         pause.ns = left % 1e9
         C.nanosleep(pause, nil)
         at = now()
      end
      while due - at > 0 do
         if threads > 1 then
            C.sched_yield()
         end
         at = now()
      end
      return at
   end

   local function read_all(file, bytes, length)
      local target = ffi.cast("char *", bytes)
      local had = 0
      while had < length do
         local got = tonumber(C.read(file, target + had, length - had))
         if got <= 0 then
            C._exit(0) -- the agent is gone
         end
         had = had + got
      end
   end

   local function write_all(file, bytes, length)
      local source = ffi.cast("const char *", bytes)
      local done = 0
      while done < length do
         local put = tonumber(C.write(file, source + done, length - done))
         if put <= 0 then
            fail("cannot write what was measured")
         end
         done = done + put
      end
   end

   -- Messages have three numbers. Each thread has its own pipe; the last pipe carries all replies.
   local message = ffi.new("double[3]")
   local own = pipes[2 * thread + 1]
   local answers_in, answers_out = pipes[2 * threads + 1], pipes[2 * threads + 2]

   local function tell_all(kind, one, other)
      message[0], message[1], message[2] = kind, one or 0, other or 0
      for follower = 1, threads - 1 do
         write_all(pipes[2 * follower + 2], message, 24)
      end
   end

   local function hear()
      read_all(own, message, 24)
      return message[0], message[1], message[2]
   end

   local function answer(one, other)
      message[0], message[1], message[2] = one or 0, other or 0, 0
      write_all(answers_out, message, 24)
   end

   local function hear_all()
      local one, other = 0, 0
      for _ = 1, threads - 1 do
         read_all(answers_in, message, 24)
         one, other = one + message[0], other + message[1]
      end
      return one, other
   end

   -- Like sysbench's own loop, repeats a transaction that the server rolled back because of another one.
   local function operation()
      while true do
         local succeeded, reason = pcall(event, thread)
         if succeeded then
            return
         end
         if type(reason) ~= "table" or reason.errcode ~= sysbench.error.RESTART_EVENT then
            fail(type(reason) == "table" and reason.sql_errmsg or reason)
         end
      end
   end

   local function lead_in()
      local began = now()
      for _ = 1, MOST_UNMEASURED do
         operation()
         if now() - began > UNMEASURED then
            return
         end
      end
   end

   local function closed_loop(start, length)
      local began = await(start)
      local at = began
      local operations = 0
      while at - began < length do
         operation()
         operations = operations + 1
         at = now()
      end
      return operations, at - began
   end

   local arrival = ffi.new("double[2]")
   local room = 0
   local times

   -- Takes arrivals from a file that all threads share: each read returns the next arrival.
   local function open_load(start, arrivals, results, size, length)
      if size > room then
         if times then
            C.free(times)
         end
         times = ffi.cast("double *", C.malloc(size * 24))
         room = size
      end
      local done = 0
      local last = start + LONGEST * length
      local at = now()
      while tonumber(C.read(arrivals, arrival, 16)) == 16 do
         local due = start + arrival[1]
         times[3 * done] = arrival[0]
         if at > last then
            times[3 * done + 1] = at - due
            times[3 * done + 2] = UNSERVED
         else
            if due > at then
               at = await(due)
            end
            local started = at
            operation()
            at = now()
            times[3 * done + 1] = started - due
            times[3 * done + 2] = at - started
         end
         done = done + 1
      end
      if done > 0 then
         write_all(results, times, done * 24)
      end
      return done, 0
   end

   local arrivals, results, size, length

   local function take_turn(kind, start)
      if kind == OPEN then
         return open_load(start, arrivals, results, size, length)
      end
      return closed_loop(start, kind == LONG and lengthened or closed)
   end

   if not leader then
      while true do
         local kind, one, other = hear()
         if kind == END then
            return
         elseif kind == PREPARE then
            local succeeded, reason = pcall(connect)
            if not succeeded then
               fail(reason)
            end
            answer()
         elseif kind == OPEN then
            arrivals, results = one, other
            kind, size, length = hear()
            lead_in()
            answer()
            local _, start = hear()
            answer(take_turn(kind, start))
         else
            lead_in()
            answer()
            local _, start = hear()
            answer(take_turn(kind, start))
         end
      end
   end

   local index, path = string.match(os.getenv("BENCH_TURNS"), "^(%d+):(.*)$")
   local address = ffi.new("struct bench_address")
   address.family = 1
   ffi.copy(address.path, path)
   local agent = C.socket(1, 1, 0)
   if agent < 0 or C.connect(agent, address, ffi.sizeof(address)) ~= 0 then
      fail("cannot reach the agent")
   end

   local function say(line)
      write_all(agent, line .. "\n", #line + 1)
   end

   local letter = ffi.new("char[1]")
   local function command()
      read_all(agent, letter, 1)
      return string.char(letter[0])
   end

   local usage = ffi.new("struct bench_usage")
   local function cpu()
      C.getrusage(0, usage)
      return (tonumber(usage.user_s) + tonumber(usage.system_s)) * 1e9
         + (tonumber(usage.user_us) + tonumber(usage.system_us)) * 1e3
   end

   -- Busy and total CPU ticks of the host, counted like in dev.jdbcbench.scenario.jvm.HostCpu.
   local function host()
      local file = io.open("/proc/stat")
      if not file then
         return 0, 0
      end
      local busy, all, field = 0, 0, 0
      for word in string.gmatch(string.match(file:read("*l"), "^cpu +(.*)") or "", "%d+") do
         field = field + 1
         if field <= 8 then
            all = all + tonumber(word)
            if field ~= 4 and field ~= 5 then
               busy = busy + tonumber(word)
            end
         end
      end
      file:close()
      return busy, all
   end

   say("HELLO " .. index .. " " .. C.getpid())
   while true do
      local heard = command()
      if heard == "E" then
         tell_all(END)
         return
      elseif heard == "P" then
         local succeeded, reason = pcall(connect)
         if not succeeded then
            fail(reason)
         end
         for follower = 1, threads - 1 do -- one after the other: libmariadb does not support concurrent logins
            message[0], message[1], message[2] = PREPARE, 0, 0
            write_all(pipes[2 * follower + 2], message, 24)
            read_all(answers_in, message, 24)
         end
      elseif heard == "S" then
         operation()
         say("DONE 0 0 0 0 0 0 0 0 CLOSED 1 0")
      else
         local kind = heard == "O" and OPEN or heard == "L" and LONG or GO
         if heard == "O" or heard == "W" then
            repeat
               local rest = command()
            until rest == "\n"
         end
         if kind == OPEN then
            arrivals = C.open(os.getenv("BENCH_ARRIVALS"), 0)
            results = C.open(os.getenv("BENCH_TIMES"), 1 + 64 + 512 + 1024, ffi.cast("int", 384))
            if arrivals < 0 or results < 0 then
               fail("cannot open the files of a turn")
            end
            read_all(arrivals, arrival, 16)
            size, length = arrival[0], arrival[1]
            tell_all(OPEN, arrivals, results)
            tell_all(OPEN, size, length)
         else
            tell_all(kind)
         end
         lead_in()
         hear_all()
         local used, busy, all = cpu(), host()
         local start = now() + SOON
         tell_all(START, start)
         local operations, nanos = take_turn(kind, start)
         local others, theirs = hear_all()
         operations, nanos = operations + others, nanos + theirs
         local used_after = cpu()
         local busy_after, all_after = host()
         if kind == OPEN then
            C.close(arrivals)
            C.close(results)
         end
         say(string.format("DONE 0 0 %.0f 0 0 0 %.0f %.0f CLOSED %.0f %.0f",
            used_after - used, busy_after - busy, all_after - all, operations, nanos))
      end
      if heard ~= "E" then
         say("READY")
      end
   end
end
