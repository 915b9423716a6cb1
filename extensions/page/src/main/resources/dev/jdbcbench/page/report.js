(function () {
  'use strict';

  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);

  // ---- Styles. Colours have a contrast of 4.5 to 1 on their background; shapes also distinguish drivers.

  const ON_LIGHT = ['#0072b2', '#bd4b00', '#00795a', '#a8437f', '#2e76a8', '#7654a0', '#7d6117', '#5f656e'];
  const ON_DARK = ['#4fa8e0', '#ff8c42', '#2fc79a', '#e58cc0', '#8cc4f0', '#b99be0', '#d0b050', '#a9b3c0'];
  const OPEN = '#7a7f87';
  const SHAPES = ['circle', 'square', 'diamond', 'star', 'cross', 'wye', 'asterisk', 'hexagon'];
  const ROW = 21;
  const FEW = 60;
  const NARROW = 560;

  const cells = data.cells;
  const drivers = Array.from(new Set(cells.map((cell) => cell.driver)));
  const darkness = matchMedia('(prefers-color-scheme: dark)');
  let onPaper = false;
  const colour = (driver) => (darkness.matches && !onPaper ? ON_DARK : ON_LIGHT)[drivers.indexOf(driver) % ON_LIGHT.length];
  const shape = (driver) => SHAPES[drivers.indexOf(driver) % SHAPES.length];

  const state = { text: '', scenario: '', mode: '', off: new Set(), all: new Set(), sort: 'row', strip: '' };

  function time(micros) {
    if (micros === null || micros === undefined) {
      return '–';
    }
    const shown = Number(micros.toPrecision(3));
    const [value, unit] = shown < 1000 ? [shown, 'µs'] : shown < 1e6 ? [shown / 1000, 'ms'] : [shown / 1e6, 's'];
    return Number(value.toPrecision(3)) + ' ' + unit;
  }

  function change(ratio) {
    const percent = (ratio - 1) * 100;
    return (percent < 0 ? '−' : '+') + Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 1 : 0) + ' %';
  }

  const interval = (low, high, look) => (low === undefined || high === undefined ? '' : ' [' + look(low) + ' … ' + look(high) + ']');

  // ---- The filter. It applies to every figure and table, and the page's address stores it.

  function shown(row) {
    const words = state.text.toLowerCase().split(/\s+/);
    const text = [row.row, row.driver, row.topology || ''].join(' ').toLowerCase();
    return words.every((word) => text.includes(word))
      && (state.scenario === '' || row.scenario === state.scenario)
      && (state.mode === '' || row.mode === state.mode)
      && !state.off.has(row.driver);
  }

  function readAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    state.text = wanted.get('text') || '';
    state.scenario = wanted.get('scenario') || '';
    state.mode = wanted.get('mode') || '';
    state.off = new Set((wanted.get('without') || '').split('|').filter(Boolean));
    if (wanted.has('rtt')) {
      const rtt = Number(wanted.get('rtt'));
      if (rtt >= SHORTEST && rtt <= LONGEST) {
        byId('rtt').value = String(Math.log10(rtt));
      }
    }
  }

  function writeAddress() {
    const words = new URLSearchParams();
    for (const name of ['text', 'scenario', 'mode']) {
      if (state[name] !== '') {
        words.set(name, state[name]);
      }
    }
    if (state.off.size > 0) {
      words.set('without', Array.from(state.off).join('|'));
    }
    if (byId('rtt') && moved) {
      words.set('rtt', String(distance()));
    }
    const hash = words.toString();
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : '#' + hash);
  }

  // ---- Pairs of a local and a distant cell.

  const pairs = (function () {
    const found = new Map();
    for (const cell of cells) {
      if (cell.score !== undefined) {
        const key = [cell.row, cell.driver].join('\n');
        const pair = found.get(key) || { row: cell.row, scenario: cell.scenario, mode: cell.mode, driver: cell.driver };
        pair[cell.topology] = cell;
        found.set(key, pair);
      }
    }
    for (const pair of found.values()) {
      const explained = data.rows.find((row) => row.row === pair.row && row.driver === pair.driver);
      pair.explained = explained;
      pair.added = pair.local && pair.distant ? pair.distant.score - pair.local.score : undefined;
    }
    return Array.from(found.values());
  }());

  const hasBoth = pairs.some((pair) => pair.added !== undefined);

  function sorted(rows) {
    const score = (pair) => (pair.distant || pair.local).score;
    const order = {
      row: null,
      added: (one, other) => (other.added || 0) - (one.added || 0),
      time: (one, other) => score(other) - score(one),
      factor: (one, other) => factor(other) - factor(one)
    }[state.sort];
    return order ? Array.from(rows).sort(order) : rows;
  }

  const factor = (pair) => (pair.added === undefined ? 0 : pair.distant.score / pair.local.score);

  // ---- Common parts of all figures: names on the left, a limited number of rows, one style.

  const isNarrow = (width) => width < NARROW;

  // On a narrow screen, the name of a row has its own line, and the column contains only the drivers.
  function labelWidth(width, rows) {
    const longest = Math.max(8, ...rows.map((row) => (isNarrow(width) ? row.driver : row.row + row.driver).length + (isNarrow(width) ? 1 : 3)));
    return Math.min(longest * (isNarrow(width) ? 7.2 : 6.8) + 10, width * 0.4);
  }

  function cut(text, pixels) {
    const letters = Math.max(6, Math.floor(pixels / 6.8));
    return text.length <= letters ? text : text.slice(0, letters - 1) + '…';
  }

  function names(figure, rows, left, width) {
    const room = isNarrow(width) ? width : left - 8 - Math.max(...rows.map((row) => Math.min(left * 0.42, row.driver.length * 7.2 + 8)));
    return [
      Plot.text(figure.headings, { y: 'id', text: (row) => cut(row.row, room), frameAnchor: 'left', dx: -left + 2, textAnchor: 'start', fill: 'currentColor', title: 'row' }),
      Plot.text(rows, {
        y: 'id', text: (row) => cut(row.driver, isNarrow(width) ? left : left * 0.42), frameAnchor: 'left', dx: -8, textAnchor: 'end',
        fill: (row) => colour(row.driver), fontWeight: 600, title: 'driver'
      })
    ];
  }

  // The lines of a figure: the rows that are shown initially, and a name for each row that begins a group.
  function numbered(rows, figure, width) {
    const some = state.all.has(figure.id) ? rows : rows.slice(0, FEW);
    figure.more = rows.length - some.length;
    figure.lines = [];
    figure.headings = [];
    return some.map(function (row, index) {
      if (index === 0 || some[index - 1].row !== row.row) {
        const id = isNarrow(width) ? 'of ' + index : index;
        figure.headings.push({ id, row: row.row });
        if (isNarrow(width)) {
          figure.lines.push(id);
        }
      }
      figure.lines.push(index);
      return Object.assign({}, row, { id: index });
    });
  }

  const look = { background: 'transparent', color: 'currentColor', fontSize: '12px', overflow: 'visible' };

  // Limits the number of labels to the available space.
  function ticks(width) {
    return width < NARROW ? 3 : 7;
  }

  function logTime(label, width) {
    return { type: 'log', label: label, labelAnchor: 'center', labelOffset: 34, grid: true, ticks: ticks(width), tickFormat: (value) => (leading(value, width < NARROW ? [1] : [1, 2, 5]) ? time(value) : '') };
  }

  function leading(value, digits) {
    return digits.includes(Number(value.toExponential().split('e')[0]));
  }

  function driverShape(rows, options) {
    return drivers.map((driver) => Plot.dot(rows.filter((row) => row.driver === driver),
      Object.assign({ y: 'id', r: 5, symbol: shape(driver), stroke: colour(driver), strokeWidth: 1.8 }, options(driver))));
  }

  // ---- The figures. Each draws itself with a given width, and returns its numbers.

  const dumbbell = {
    id: 'dumbbell',
    rows: () => sorted(pairs.filter(shown)),
    draw(width) {
      const rows = numbered(this.rows(), this, width);
      const left = labelWidth(width, rows);
      const both = rows.filter((row) => row.added !== undefined);
      const ends = rows.flatMap((row) => ['local', 'distant'].filter((side) => row[side])
        .map((side) => Object.assign({}, row[side], { id: row.id, side: side })));
      const told = (end) => end.row + ', ' + end.driver + ', ' + end.side + ': ' + time(end.score) + interval(end.low, end.high, time);
      return Plot.plot({
        width, height: this.lines.length * ROW + 70, marginBottom: 44, marginLeft: left, marginRight: 30, style: look,
        x: logTime('time of one operation →', width), y: { type: 'band', domain: this.lines, axis: null },
        marks: [
          ...names(this, rows, left, width),
          Plot.link(both, { x1: (row) => row.local.score, x2: (row) => row.distant.score, y: 'id', stroke: (row) => colour(row.driver), strokeWidth: 2, strokeOpacity: 0.45 }),
          Plot.ruleY(ends.filter((end) => end.low > 0 && end.high !== undefined), { x1: 'low', x2: 'high', y: 'id', stroke: (end) => colour(end.driver), strokeWidth: 7, strokeOpacity: 0.3 }),
          ...driverShape(ends.filter((end) => end.side === 'local'), (driver) => ({ x: 'score', fill: 'var(--back)', title: told })),
          ...driverShape(ends.filter((end) => end.side === 'distant'), (driver) => ({ x: 'score', fill: colour(driver), title: told }))
        ]
      });
    },
    table: () => [['row', 'driver', 'local µs', 'low', 'high', 'distant µs', 'low', 'high', 'added µs'],
      ...dumbbell.rows().map((row) => [row.row, row.driver,
        ...['local', 'distant'].flatMap((side) => (row[side] ? [row[side].score, row[side].low, row[side].high] : ['', '', ''])), row.added])]
  };

  const VERDICTS = { slower: '▲ slower', faster: '▼ faster', equal: '= the same', undecided: '? not decided' };

  const forest = {
    id: 'forest',
    rows: () => data.contrasts.map((contrast) => Object.assign({}, cells[contrast.cell], contrast, { row: cells[contrast.cell].row + (hasBoth ? ' ' + cells[contrast.cell].topology : '') })).filter(shown),
    draw(width) {
      const rows = numbered(this.rows(), this, width);
      const left = labelWidth(width, rows);
      const margin = rows.length > 0 ? rows[0].margin : 0.02;
      const bounds = rows.flatMap((row) => [row.low || row.ratio, row.high || row.ratio, row.ratio]).concat([1 / 1.08, 1.08]);
      const domain = [Math.max(0.01, Math.min(...bounds) / 1.02), Math.min(100, Math.max(...bounds) * 1.02)];
      const wide = domain[1] / domain[0] > 3;
      const told = (row) => row.row + ': ' + row.driver + ' against ' + row.other + ' ' + change(row.ratio)
        + interval(row.low, row.high, change) + ', ' + VERDICTS[row.verdict].slice(2);
      const mark = (verdict, symbol, options) => Plot.dot(rows.filter((row) => row.verdict === verdict), Object.assign({
        x: 'ratio', y: 'id', symbol: symbol, r: 5.5, stroke: (row) => colour(row.driver), strokeWidth: 1.8, fill: (row) => colour(row.driver), title: told
      }, options));
      const clipped = (value) => Math.min(domain[1], Math.max(domain[0], value));
      return Plot.plot({
        width, height: this.lines.length * ROW + 70, marginBottom: 44, marginLeft: left, marginRight: 30, style: look,
        x: { type: 'log', domain, label: '← faster than the base · slower →', labelAnchor: 'center', labelOffset: 34, grid: true, ticks: ticks(width),
          tickFormat: (value) => (!wide || leading(value, [1, 2, 5]) ? (wide ? '×' + Number(value.toPrecision(3)) : change(value)) : '') },
        y: { type: 'band', domain: this.lines, axis: null },
        marks: [
          ...data.twins.filter((twin) => twin.low !== undefined).map((twin) => Plot.rect([twin], { x1: (t) => clipped(t.low), x2: (t) => clipped(t.high), fill: 'currentColor', fillOpacity: 0.07 })),
          Plot.rect([margin], { x1: (m) => 1 / (1 + m), x2: (m) => 1 + m, fill: '#009e73', fillOpacity: 0.16 }),
          Plot.ruleX([1], { stroke: 'currentColor', strokeOpacity: 0.6 }),
          ...names(this, rows, left, width),
          Plot.ruleY(rows.filter((row) => row.low !== undefined), { x1: (row) => clipped(row.low), x2: (row) => clipped(row.high), y: 'id', stroke: (row) => (row.verdict === 'undecided' ? OPEN : colour(row.driver)), strokeWidth: 2 }),
          mark('slower', 'triangle', {}),
          mark('faster', 'triangle', { rotate: 180 }),
          mark('equal', 'plus', {}),
          mark('undecided', 'times', { stroke: OPEN })
        ]
      });
    },
    table: () => [['row', 'topology', 'driver', 'base', 'ratio', 'low', 'high', 'p adjusted', 'verdict'],
      ...forest.rows().map((row) => [row.row, row.topology, row.driver, row.other, row.ratio, row.low, row.high, row.p, row.verdict])]
  };

  // ---- Other distances: local + round trips × RTT + transfer, as in the table.

  const SHORTEST = 0.05;
  const LONGEST = 100;
  let moved = false;

  const movable = pairs.filter((pair) => pair.local && (pair.explained ? pair.explained.roundTrips : pair.local.roundTrips) !== undefined);

  const distance = () => Number(Math.pow(10, Number(byId('rtt').value)).toPrecision(3));

  function predicted(pair, milliseconds) {
    const explained = pair.explained;
    const trips = explained ? explained.roundTrips : pair.local.roundTrips;
    return pair.local.score + trips * milliseconds * 1000 + ((explained && explained.transfer) || 0);
  }

  const slider = {
    id: 'slider',
    rows: () => sorted(movable.filter(shown)),
    draw(width) {
      const rtt = distance();
      const rows = numbered(this.rows().map((pair) => Object.assign({}, pair, { then: predicted(pair, rtt) })), this, width);
      const left = labelWidth(width, rows);
      const far = rows.filter((row) => row.distant);
      const least = Math.min(...rows.map((row) => row.local.score));
      const most = Math.max(...rows.map((row) => Math.max(predicted(row, LONGEST), row.distant ? row.distant.score : 0)));
      return Plot.plot({
        width, height: this.lines.length * ROW + 70, marginBottom: 44, marginLeft: left, marginRight: 30, style: look,
        x: Object.assign(logTime('time of one operation →', width), { domain: [least / 1.1, most * 1.1] }),
        y: { type: 'band', domain: this.lines, axis: null },
        marks: [
          ...names(this, rows, left, width),
          Plot.link(rows, { x1: (row) => row.local.score, x2: 'then', y: 'id', stroke: (row) => colour(row.driver), strokeWidth: 1.5, strokeDasharray: '3 3' }),
          ...driverShape(rows, () => ({ x: (row) => row.local.score, fill: 'var(--back)', title: (row) => row.row + ', ' + row.driver + ', measured local: ' + time(row.local.score) })),
          ...driverShape(far, (driver) => ({ x: (row) => row.distant.score, fill: colour(driver), title: (row) => row.row + ', ' + row.driver + ', measured distant: ' + time(row.distant.score) })),
          Plot.tickX(rows, { x: 'then', y: 'id', stroke: (row) => colour(row.driver), strokeWidth: 3.5, insetTop: 3, insetBottom: 3, title: (row) => row.row + ', ' + row.driver + ', predicted at ' + rtt + ' ms: ' + time(row.then) })
        ]
      });
    },
    after() {
      const rtt = distance();
      byId('rtt-value').textContent = rtt < 1 ? rtt * 1000 + ' µs' : rtt + ' ms';
      byId('rtt').setAttribute('aria-valuetext', rtt + ' milliseconds');
      const groups = new Map();
      for (const pair of this.rows()) {
        groups.set(pair.row, (groups.get(pair.row) || []).concat([pair]));
      }
      const list = byId('rankings');
      list.replaceChildren();
      let turned = 0;
      for (const [row, some] of groups) {
        if (some.length > 1) {
          const order = (at) => Array.from(some).sort((one, other) => predicted(one, at) - predicted(other, at)).map((pair) => pair.driver);
          const near = order(0);
          const then = order(rtt);
          const changed = near.join('\n') !== then.join('\n');
          turned += changed ? 1 : 0;
          const item = document.createElement('li');
          item.dataset.row = row;
          item.className = changed ? 'turned' : '';
          item.textContent = row + ': ' + then.join(' < ') + (changed ? ' (at no distance ' + near.join(' < ') + ')' : '');
          list.append(item);
        }
      }
      byId('rankings-count').textContent = groups.size === 0 ? '' : (turned === 0 ? 'No order of drivers changes' : 'The order of drivers changes in ' + turned + ' of ' + groups.size + ' rows') + ' if the distance adds ' + byId('rtt-value').textContent + '.';
    },
    table: () => [['row', 'driver', 'RTT ms', 'predicted µs', 'local µs', 'distant µs'],
      ...slider.rows().map((row) => [row.row, row.driver, distance(), predicted(row, distance()), row.local.score, row.distant ? row.distant.score : ''])]
  };

  // ---- Every fork in time order, with its rounds and the other load of the host.

  const strip = {
    id: 'strip',
    rows: () => cells.filter((cell) => cell.forks && cell.forks.length > 0 && shown(cell)),
    draw(width) {
      const all = this.rows();
      const rowNames = Array.from(new Set(all.map((cell) => cell.row)));
      const chosen = rowNames.includes(state.strip) ? state.strip : rowNames[0];
      fill(byId('strip-row'), rowNames, chosen);
      const rows = all.filter((cell) => cell.row === chosen);
      const forks = [];
      const rounds = [];
      const noise = [];
      for (const cell of rows) {
        const panel = cell.driver + (cell.topology && hasBoth ? ' ' + cell.topology : '');
        cell.forks.forEach(function ([block, , score, counts, steal, others, rtt, its, dropped], index) {
          const place = index + 1;
          const relative = score / cell.score - 1;
          forks.push({ panel, place, block, relative: 100 * relative, counts, driver: cell.driver, score });
          const scatter = (list, counted) => list.forEach((value, i) => rounds.push({
            panel, place: place - 0.3 + 0.6 * (list.length > 1 ? i / (list.length - 1) : 0.5), relative: 100 * ((1 + value / 1000) * score / cell.score - 1), counted, driver: cell.driver
          }));
          scatter(its, true);
          scatter(dropped, false);
          noise.push({ panel, place, steal: steal || 0, others: others || 0, rtt });
        });
      }
      const panels = Array.from(new Set(forks.map((fork) => fork.panel)));
      const most = Math.max(5, ...forks.map((fork) => Math.abs(fork.relative))) * 1.6;
      const inside = (dot) => Object.assign({}, dot, { relative: Math.max(-most, Math.min(most, dot.relative)) });
      const noisiest = Math.max(10, ...noise.map((band) => band.steal + band.others));
      const longestRtt = Math.max(...noise.map((band) => band.rtt || 0));
      const share = (value) => -most - most * 0.12 - (value / noisiest) * most * 0.4;
      return Plot.plot({
        width, height: panels.length * 150 + 60, marginBottom: 44, marginLeft: 52, marginRight: 18, marginTop: 26, style: look,
        fy: { domain: panels, label: null, axis: null }, x: { label: 'fork, in order of time →', labelAnchor: 'center', labelOffset: 34, ticks: Math.min(ticks(width), forks.length), tickFormat: (value) => (Number.isInteger(value) ? String(value) : ''), domain: [0.4, Math.max(1, ...forks.map((fork) => fork.place)) + 0.6] },
        y: { label: null, domain: [share(noisiest), most], grid: true, ticks: [-most / 1.6, 0, most / 1.6], tickFormat: (value) => (value > 0 ? '+' : '') + value.toFixed(0) },
        marks: [
          Plot.text(panels, { fy: (panel) => panel, text: (panel) => panel, frameAnchor: 'top-left', dx: 4, dy: -14, fontWeight: 600, fill: (panel) => colour(forks.find((fork) => fork.panel === panel).driver) }),
          Plot.ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
          Plot.rect(noise, { fy: 'panel', x1: (band) => band.place - 0.35, x2: (band) => band.place + 0.35, y1: share(0), y2: (band) => share(band.steal), fill: '#d55e00', fillOpacity: 0.7,
            title: (band) => 'steal ' + band.steal.toFixed(1) + ' %' + (band.rtt ? ', RTT ' + time(band.rtt) : '') }),
          Plot.rect(noise, { fy: 'panel', x1: (band) => band.place - 0.35, x2: (band) => band.place + 0.35, y1: (band) => share(band.steal), y2: (band) => share(band.steal + band.others), fill: '#7a7f87', fillOpacity: 0.6,
            title: (band) => 'other processes ' + band.others.toFixed(1) + ' %' + (band.rtt ? ', RTT ' + time(band.rtt) : '') }),
          Plot.line(noise.filter((band) => band.rtt), { fy: 'panel', x: 'place', y: (band) => share((noisiest * band.rtt) / longestRtt), stroke: 'currentColor', strokeDasharray: '2 2' }),
          Plot.dot(noise.filter((band) => band.rtt), { fy: 'panel', x: 'place', y: (band) => share((noisiest * band.rtt) / longestRtt), r: 2, fill: 'currentColor', title: (band) => 'RTT ' + time(band.rtt) }),
          Plot.dot(rounds.filter((round) => round.counted).map(inside), { fy: 'panel', x: 'place', y: 'relative', r: 1.8, fill: (round) => colour(round.driver), fillOpacity: 0.45 }),
          Plot.dot(rounds.filter((round) => !round.counted).map(inside), { fy: 'panel', x: 'place', y: 'relative', r: 2.2, stroke: (round) => colour(round.driver), strokeOpacity: 0.8 }),
          ...drivers.map((driver) => Plot.dot(forks.filter((fork) => fork.driver === driver).map(inside), {
            fy: 'panel', x: 'place', y: 'relative', r: 5, symbol: shape(driver), stroke: colour(driver), strokeWidth: 2, fill: (fork) => (fork.counts ? colour(driver) : 'var(--back)'),
            title: (fork) => driver + ', group ' + fork.block + ': ' + time(fork.score) + (fork.counts ? '' : ', does not count')
          }))
        ]
      });
    },
    table: () => [['row', 'driver', 'topology', 'group', 'seconds', 'µs', 'counts', 'steal %', 'others %', 'RTT µs'],
      ...strip.rows().flatMap((cell) => cell.forks.map((fork) => [cell.row, cell.driver, cell.topology, fork[0], fork[1], fork[2], fork[3], fork[4], fork[5], fork[6]]))]
  };

  // ---- The parts of the distant time.

  const PARTS = [['local', 'the operation itself', '#0072b2', 0.85], ['waiting', 'round trips × RTT', '#d55e00', 0.85], ['transfer', 'its bytes', '#009e73', 0.85], ['rest', 'not explained', '#7a7f87', 0.55]];

  const split = {
    id: 'split',
    rows: () => sorted(pairs.filter((pair) => pair.explained && !pair.explained.uncertain && pair.explained.waiting !== undefined && pair.added !== undefined && shown(pair))),
    parts(pair) {
      const parts = { local: pair.local.score, waiting: pair.explained.waiting, transfer: pair.explained.transfer || 0 };
      parts.rest = pair.distant.score - parts.local - parts.waiting - parts.transfer;
      return parts;
    },
    draw(width) {
      const rows = numbered(this.rows(), this, width);
      const left = labelWidth(width, rows);
      const bars = [];
      for (const row of rows) {
        const parts = this.parts(row);
        const whole = row.distant.score;
        let from = 0;
        for (const [part, name, fill, opacity] of PARTS) {
          const to = from + (100 * parts[part]) / whole;
          bars.push({ id: row.id, from, to, fill, opacity, told: row.row + ', ' + row.driver + ': ' + name + ' ' + (parts[part] < 0 ? '−' : '') + time(Math.abs(parts[part])) + ' of ' + time(whole) });
          from = to;
        }
      }
      return Plot.plot({
        width, height: this.lines.length * ROW + 70, marginBottom: 44, marginLeft: left, marginRight: 30, style: look,
        x: { label: 'share of the distant time, % →', labelAnchor: 'center', labelOffset: 34, grid: true, ticks: ticks(width) }, y: { type: 'band', domain: this.lines, axis: null, padding: 0.25 },
        marks: [
          ...names(this, rows, left, width),
          Plot.barX(bars, { x1: 'from', x2: 'to', y: 'id', fill: (bar) => bar.fill, fillOpacity: (bar) => bar.opacity, title: 'told' }),
          Plot.ruleX([100], { stroke: 'currentColor', strokeOpacity: 0.6 })
        ]
      });
    },
    table: () => [['row', 'driver', 'local µs', 'round trips × RTT µs', 'transfer µs', 'not explained µs', 'distant µs'],
      ...split.rows().map((row) => [row.row, row.driver, ...Object.values(split.parts(row)), row.distant.score])]
  };

  // ---- The parts of an operation at the distance of the slider.

  const MATTERS = 0.05;
  const ANATOMY = [['own', 'the driver\'s own code', PARTS[3]], ['here', 'this exchange on one host', PARTS[1]], ['rest', 'the rest in place', PARTS[0]], ['distance', 'round trips × RTT', PARTS[2]]];
  const trips = (pair) => (pair.explained ? pair.explained.roundTrips : pair.local.roundTrips);

  const anatomy = {
    id: 'anatomy',
    rows: () => sorted(movable.filter((pair) => pair.local.own !== undefined && (pair.local.floor !== undefined || pair.local.trip !== undefined) && shown(pair))),
    parts(pair, rtt) {
      const own = pair.local.own;
      const here = pair.local.floor === undefined ? trips(pair) * pair.local.trip : pair.local.floor;
      return { own, here, rest: pair.local.score - own - here, distance: trips(pair) * rtt * 1000 };
    },
    draw(width) {
      const rtt = distance();
      const rows = numbered(this.rows(), this, width);
      const left = labelWidth(width, rows);
      const bars = [];
      for (const row of rows) {
        const parts = this.parts(row, rtt);
        const whole = row.local.score + parts.distance;
        let from = 0;
        for (const [part, name, [, , fill, opacity]] of ANATOMY) {
          const to = from + (100 * parts[part]) / whole;
          bars.push({ id: row.id, from, to, fill, opacity, told: row.row + ', ' + row.driver + ': ' + name + ' ' + (parts[part] < 0 ? '−' : '') + time(Math.abs(parts[part])) + ' of ' + time(whole) });
          from = to;
        }
      }
      return Plot.plot({
        width, height: this.lines.length * ROW + 70, marginBottom: 44, marginLeft: left, marginRight: 30, style: look,
        x: { label: 'share of the time, % →', labelAnchor: 'center', labelOffset: 34, grid: true, ticks: ticks(width) }, y: { type: 'band', domain: this.lines, axis: null, padding: 0.25 },
        marks: [
          ...names(this, rows, left, width),
          Plot.barX(bars, { x1: 'from', x2: 'to', y: 'id', fill: (bar) => bar.fill, fillOpacity: (bar) => bar.opacity, title: 'told' }),
          Plot.ruleX([100], { stroke: 'currentColor', strokeOpacity: 0.6 })
        ]
      });
    },
    // Drivers that need the same round trips differ by the same time at any distance, so by ever less of it.
    after() {
      const groups = new Map();
      for (const pair of this.rows()) {
        groups.set(pair.row, (groups.get(pair.row) || []).concat([pair]));
      }
      const list = byId('choices');
      list.replaceChildren();
      for (const [row, some] of groups) {
        const scores = some.map((pair) => pair.local.score);
        const spread = Math.max(...scores) - Math.min(...scores);
        const mean = scores.reduce((one, other) => one + other) / scores.length;
        const waits = some.map(trips);
        if (some.length > 1) {
          const same = Math.max(...waits) - Math.min(...waits) < 0.5 && waits[0] > 0;
          const part = (rtt) => Number(((100 * spread) / (mean + waits[0] * rtt)).toPrecision(2)) + ' %';
          const from = (spread / MATTERS - mean) / waits[0];
          const item = document.createElement('li');
          item.dataset.row = row;
          item.textContent = row + ': ' + (same
            ? 'the choice of driver is ' + part(0) + ' of the time on one host, ' + part(distance() * 1000) + ' here; ' + (from > 0 ? 'less than 5 % from an RTT of ' + time(from) : 'less than 5 % at any distance')
            : 'drivers need ' + Math.min(...waits) + ' to ' + Math.max(...waits) + ' round trips, so the choice matters more with the distance');
          list.append(item);
        }
      }
    },
    table: () => [['row', 'driver', 'RTT ms', 'own µs', 'on one host µs', 'rest in place µs', 'round trips × RTT µs'],
      ...anatomy.rows().map((row) => [row.row, row.driver, distance(), ...Object.values(anatomy.parts(row, distance()))])]
  };

  // ---- Thread counts: throughput, and the time of single operations.

  const base = (cell) => cell.series + ' ' + cell.mode + (hasBoth ? ' ' + cell.topology : '');

  const threads = {
    id: 'threads',
    rows() {
      const many = new Map();
      for (const cell of cells) {
        if (cell.score !== undefined) {
          const name = base(cell) + '\n' + cell.driver;
          many.set(name, (many.get(name) || new Set()).add(cell.threads));
        }
      }
      return cells.filter((cell) => cell.score !== undefined && many.get(base(cell) + '\n' + cell.driver).size > 1 && shown(cell))
        .sort((one, other) => one.threads - other.threads);
    },
    draw(width) {
      const rows = this.rows().map((cell) => Object.assign({}, cell, { panel: base(cell), rate: cell.rate === undefined ? (cell.threads * 1e6) / cell.score : cell.rate }));
      const panels = Array.from(new Set(rows.map((row) => row.panel)));
      const box = document.createElement('div');
      box.className = 'pair';
      const half = width < NARROW * 1.3 ? width : width / 2 - 8;
      const common = { width: half, height: panels.length * 160 + 100, marginLeft: 62, marginRight: 18, marginTop: 52, marginBottom: 44, style: look, fy: { domain: panels, padding: 0.3, axis: null, label: null } };
      const names = Plot.text(panels, { fy: (panel) => panel, text: (panel) => cut(panel, 0.85 * (half - 84)), frameAnchor: 'top-left', lineAnchor: 'bottom', dx: 4, dy: -9, fontWeight: 600 });
      // The title of an axis has its own line, above the name of the first panel.
      const titled = (label) => Plot.text([label], { fy: () => panels[0], text: (told) => told, frameAnchor: 'top-left', lineAnchor: 'bottom', dx: -58, dy: -28 });
      const x = { type: 'log', base: 2, label: 'threads →', labelAnchor: 'center', labelOffset: 36, ticks: Array.from(new Set(rows.map((row) => row.threads))), tickFormat: (value) => String(value) };
      const line = (of, y, options) => Plot.line(of, Object.assign({ fy: 'panel', x: 'threads', y, z: 'driver', stroke: (row) => colour(row.driver), strokeWidth: 2 }, options));
      const dots = (of, y, fill) => drivers.map((driver) => Plot.dot(of.filter((row) => row.driver === driver), {
        fy: 'panel', x: 'threads', y, symbol: shape(driver), stroke: colour(driver), fill: fill ? colour(driver) : 'var(--back)', r: 4.5,
        title: (row) => row.panel + ', ' + driver + ', ' + row.threads + ' threads'
      }));
      box.append(Plot.plot(Object.assign({}, common, { x, y: { label: null, grid: true, zero: true, ticks: 4, tickFormat: 's' }, marks: [titled('↑ operations per second'), names, line(rows, 'rate', {}), ...dots(rows, 'rate', true)] })));
      const timed = rows.filter((row) => row.p50 !== undefined);
      if (timed.length > 0) {
        box.append(Plot.plot(Object.assign({}, common, {
          x, y: { type: 'log', label: null, grid: true, tickFormat: (value) => (leading(value, [1, 2, 5]) ? time(value) : '') },
          marks: [titled('↑ p50 (filled) and p99 of one operation'), names, line(timed, 'p50', {}), line(timed, 'p99', { strokeDasharray: '4 3' }), ...dots(timed, 'p50', true), ...dots(timed, 'p99', false)]
        })));
      }
      return box;
    },
    table: () => [['row', 'driver', 'topology', 'threads', 'µs', 'operations per second', 'p50 µs', 'p90 µs', 'p99 µs'],
      ...threads.rows().map((cell) => [cell.row, cell.driver, cell.topology, cell.threads, cell.score, cell.rate, cell.p50, cell.p90, cell.p99])]
  };

  const figures = [dumbbell, forest, slider, anatomy, strip, split, threads].filter((figure) => byId('figure-' + figure.id) !== null && figure.rows().length > 0);

  // ---- Saving figures and copying their numbers.

  function download(name, content, type) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  // A picture outside of the page needs its own colours and background.
  function standalone(box) {
    const drawn = Array.from(box.querySelectorAll('svg'));
    const style = getComputedStyle(document.body);
    const back = style.backgroundColor;
    const width = drawn.reduce((sum, svg) => sum + svg.width.baseVal.value, 0);
    const height = Math.max(...drawn.map((svg) => svg.height.baseVal.value));
    const whole = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    whole.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    whole.setAttribute('width', String(width));
    whole.setAttribute('height', String(height));
    whole.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
    whole.setAttribute('style', 'color:' + style.color + ';font-family:sans-serif');
    const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    ground.setAttribute('width', '100%');
    ground.setAttribute('height', '100%');
    ground.setAttribute('fill', back);
    whole.append(ground);
    let from = 0;
    for (const svg of drawn) {
      const copy = svg.cloneNode(true);
      copy.setAttribute('x', String(from));
      from += svg.width.baseVal.value;
      whole.append(copy);
    }
    return { text: new XMLSerializer().serializeToString(whole).replaceAll('var(--back)', back), width, height };
  }

  function savePng(figure, picture) {
    const image = new Image();
    image.onload = function () {
      const canvas = document.createElement('canvas');
      canvas.width = picture.width * 2;
      canvas.height = picture.height * 2;
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => download(data.name + '-' + figure.id + '.png', blob, 'image/png'), 'image/png');
    };
    image.onerror = () => say(figure, 'this browser cannot draw it');
    image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(picture.text);
  }

  const csv = (rows) => rows.map((row) => row.map((value) => {
    const text = value === undefined || value === null ? '' : String(value);
    // keeps a spreadsheet from interpreting a text as a formula
    const safe = typeof value !== 'number' && /^[=+\-@\t]/.test(text) ? '\'' + text : text;
    return /[",\r\n]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
  }).join(',')).join('\r\n') + '\r\n';

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (refused) {
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      const copied = document.execCommand('copy');
      area.remove();
      return copied;
    }
  }

  function say(figure, text) {
    byId('figure-' + figure.id).querySelector('output').textContent = text;
  }

  // ---- Drawing.

  function draw(figure) {
    const whole = byId('figure-' + figure.id);
    const box = whole.querySelector('.plot');
    const width = Math.max(260, Math.floor(box.clientWidth));
    figure.width = width;
    const rows = figure.rows();
    whole.querySelector('.none').hidden = rows.length > 0;
    if (rows.length === 0) {
      box.replaceChildren();
      return;
    }
    const drawn = figure.draw(width);
    for (const svg of drawn.matches('svg') ? [drawn] : drawn.querySelectorAll('svg')) {
      // hides the names of Plot's marks from screen readers
      svg.querySelectorAll('g[aria-label]').forEach(function (mark) {
        mark.dataset.mark = mark.getAttribute('aria-label');
        mark.removeAttribute('aria-label');
      });
      svg.setAttribute('role', 'img');
      svg.setAttribute('aria-label', whole.querySelector('figcaption').textContent + ' ' + rows.length + ' rows; the table below has the numbers.');
    }
    box.replaceChildren(drawn);
    const more = whole.querySelector('.more');
    more.hidden = !(figure.more > 0);
    more.textContent = 'show ' + figure.more + ' more rows';
    if (figure.after) {
      figure.after();
    }
  }

  function fill(select, values, chosen) {
    if (select.options.length !== values.length || Array.from(select.options).some((option, i) => option.value !== values[i])) {
      select.replaceChildren(...values.map((value) => new Option(value, value)));
    }
    select.value = chosen;
  }

  function drawAll() {
    figures.forEach(draw);
    filterTables();
  }

  // Draws visible figures immediately, and the others when the browser is idle.
  function drawSoon() {
    filterTables();
    const pending = figures.slice();
    const next = function () {
      const figure = pending.shift();
      if (figure) {
        draw(figure);
        setTimeout(next);
      } else {
        document.documentElement.dataset.drawn = 'yes';
      }
    };
    next();
  }

  for (const figure of [dumbbell, forest, slider, anatomy, strip, split, threads]) {
    const whole = byId('figure-' + figure.id);
    if (whole === null) {
      continue;
    }
    whole.hidden = !figures.includes(figure);
    const buttons = whole.querySelectorAll('button[data-do]');
    for (const button of buttons) {
      button.addEventListener('click', async function () {
        const what = button.dataset.do;
        if (what === 'more') {
          state.all.add(figure.id);
          draw(figure);
        } else if (what === 'csv') {
          say(figure, (await copy(csv(figure.table()))) ? 'copied' : 'this browser does not let the page copy');
        } else {
          const picture = standalone(whole.querySelector('.plot'));
          if (what === 'svg') {
            download(data.name + '-' + figure.id + '.svg', picture.text, 'image/svg+xml');
          } else {
            savePng(figure, picture);
          }
        }
      });
    }
  }

  // ---- The legend: drivers, their colours, and which of them are shown.

  const legend = byId('drivers');
  for (const driver of drivers) {
    const label = document.createElement('label');
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.value = driver;
    box.checked = true;
    box.addEventListener('input', function () {
      state.off[box.checked ? 'delete' : 'add'](driver);
      changed();
    });
    const sign = document.createElement('span');
    sign.setAttribute('aria-hidden', 'true');
    label.append(box, sign, document.createTextNode(' ' + driver));
    legend.append(label);
  }

  function drawLegend() {
    legend.querySelectorAll('span').forEach(function (sign, index) {
      const driver = drivers[index];
      sign.replaceChildren(Plot.plot({ width: 16, height: 16, margin: 0, style: look, axis: null, x: { domain: [0, 1] }, y: { domain: [0, 1] },
        marks: [Plot.dot([0.5], { x: (d) => d, y: (d) => d, r: 5, symbol: shape(driver), fill: colour(driver), stroke: colour(driver) })] }));
    });
  }

  // ---- Tables.

  function value(row, index) {
    const cell = row.cells[index];
    if (cell.dataset.value !== undefined) {
      return Number(cell.dataset.value);
    }
    const text = cell.textContent.trim();
    return text === '–' || text === '' ? null : text;
  }

  function compare(one, other) {
    return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'en', { numeric: true });
  }

  // Sorting is stable, so sorting by a second column keeps the order of the first one for equal values.
  function sort(table, heading) {
    const index = heading.cellIndex;
    const down = heading.getAttribute('aria-sort') === 'ascending';
    for (const other of table.tHead.rows[0].cells) {
      other.removeAttribute('aria-sort');
    }
    heading.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const rows = Array.from(table.tBodies[0].rows);
    rows.sort(function (one, other) {
      const a = value(one, index);
      const b = value(other, index);
      return a === null || b === null ? (a === null) - (b === null) : down ? compare(b, a) : compare(a, b);
    });
    table.tBodies[0].append(...rows);
  }

  function columnsOf(table) {
    const chooser = document.createElement('details');
    chooser.className = 'chooser';
    const title = document.createElement('summary');
    title.textContent = 'columns';
    chooser.append(title);
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = document.adoptedStyleSheets.concat([sheet]);
    const off = new Set();
    Array.from(table.tHead.rows[0].cells).forEach(function (heading, index) {
      const label = document.createElement('label');
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.checked = true;
      box.addEventListener('input', function () {
        off[box.checked ? 'delete' : 'add'](index + 1);
        sheet.replaceSync(Array.from(off).map((n) => '#' + table.id + ' tr > :nth-child(' + n + ') { display: none; }').join('\n'));
      });
      label.append(box, document.createTextNode(' ' + heading.textContent));
      chooser.append(label);
    });
    table.closest('.scroll').before(chooser);
  }

  for (const table of document.querySelectorAll('table.sortable')) {
    columnsOf(table);
    for (const heading of table.tHead.rows[0].cells) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = heading.textContent;
      heading.replaceChildren(button);
      button.addEventListener('click', () => sort(table, heading));
    }
    // shows all digits when the pointer is over a number
    table.addEventListener('mouseover', function (event) {
      const cell = event.target.closest('td[data-value]');
      if (cell && !cell.title) {
        cell.title = cell.dataset.value;
      }
    });
  }

  function filterTables() {
    for (const table of document.querySelectorAll('table.filtered')) {
      const index = {};
      for (const heading of table.tHead.rows[0].cells) {
        index[heading.dataset.column] = heading.cellIndex;
      }
      const at = (row, name) => (index[name] === undefined ? '' : row.cells[index[name]].textContent);
      let count = 0;
      for (const row of table.tBodies[0].rows) {
        const matches = shown({ row: [at(row, 'scenario'), at(row, 'mode')].join(' '), scenario: at(row, 'scenario'), mode: at(row, 'mode'), driver: at(row, 'driver'), topology: at(row, 'topology') });
        row.hidden = !matches;
        count += matches ? 1 : 0;
      }
      table.caption.querySelector('output').textContent = count === table.tBodies[0].rows.length ? '' : ' · ' + count + ' of ' + table.tBodies[0].rows.length + ' rows shown';
    }
  }

  // ---- The filter form.

  const form = byId('filter');
  const field = (name) => form.elements.namedItem(name);

  function options(name) {
    for (const text of new Set(cells.map((cell) => cell[name]))) {
      field(name).append(new Option(text, text));
    }
  }

  options('scenario');
  options('mode');

  function show() {
    for (const name of ['text', 'scenario', 'mode']) {
      field(name).value = state[name];
    }
    for (const box of legend.querySelectorAll('input')) {
      box.checked = !state.off.has(box.value);
    }
  }

  function changed() {
    writeAddress();
    drawAll();
  }

  form.addEventListener('input', function () {
    for (const name of ['text', 'scenario', 'mode', 'sort']) {
      state[name] = field(name).value;
    }
    changed();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(function () {
    state.off.clear();
    for (const name of ['text', 'scenario', 'mode', 'sort']) {
      state[name] = field(name).value;
    }
    show();
    changed();
  }));
  window.addEventListener('hashchange', function () {
    readAddress();
    show();
    drawAll();
  });

  for (const button of document.querySelectorAll('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async function () {
      button.textContent = (await copy(byId(button.dataset.copy).textContent)) ? 'copied' : 'select it and copy it by hand';
    });
  }

  byId('strip-row').addEventListener('input', function () {
    state.strip = byId('strip-row').value;
    draw(strip);
  });

  // Both figures of the slider.
  function drawDistance() {
    [slider, anatomy].filter((figure) => figures.includes(figure)).forEach(draw);
  }

  byId('rtt').addEventListener('input', function () {
    moved = true;
    drawDistance();
  });
  byId('rtt').addEventListener('change', writeAddress);

  // Marks on the slider's scale where, according to the model, the order of two drivers changes.
  const marks = byId('crossovers');
  for (const comparison of data.crossovers) {
    const button = document.createElement('button');
    button.type = 'button';
    const rtt = comparison.rtt / 1000;
    button.textContent = comparison.row + ': ' + comparison.value + ' and ' + comparison.base + ' change places at ' + time(comparison.rtt)
      + interval(comparison.low, comparison.high, time);
    button.addEventListener('click', function () {
      moved = true;
      byId('rtt').value = String(Math.log10(Math.min(LONGEST, Math.max(SHORTEST, rtt))));
      drawDistance();
      writeAddress();
    });
    const item = document.createElement('li');
    item.append(button);
    marks.append(item);
    byId('rtt-marks').append(Object.assign(document.createElement('option'), { value: String(Math.log10(rtt)) }));
  }

  let waiting = 0;
  new ResizeObserver(function () {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => figures.filter((figure) => byId('figure-' + figure.id).querySelector('.plot').clientWidth !== figure.width).forEach(draw));
  }).observe(document.querySelector('main'));

  // Redraws for printing on white paper.
  function redraw(paper) {
    onPaper = paper;
    drawLegend();
    figures.forEach(draw);
  }

  window.addEventListener('beforeprint', () => redraw(true));
  window.addEventListener('afterprint', () => redraw(false));
  darkness.addEventListener('change', () => redraw(false));

  form.hidden = false;
  readAddress();
  show();
  drawLegend();
  drawSoon();
}());
