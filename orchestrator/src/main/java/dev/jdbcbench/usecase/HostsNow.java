package dev.jdbcbench.usecase;

import dev.jdbcbench.request.Request;

/**
 * Where the hosts of a named run are.
 *
 * @param named what the user says now
 * @param otherwise the hosts of a run of which nothing else is known
 */
public record HostsNow(Request.Hosts named, Request.Hosts otherwise) {}
