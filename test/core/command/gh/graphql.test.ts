import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../src/core/command/gh/graphql.ts';

describe('a GraphQL document', () => {
  it.each([
    '{ viewer { login } }',
    'query { viewer { login } }',
    'query{viewer{login}}',
    'query Named { viewer { login } }',
    'query mutation { viewer { login } }',
    'query($n: Int = 5) { a(first: $n) }',
    'query($f: Filter = {state: OPEN, labels: ["}", "{"]}) { a(f: $f) }',
    'query Q($o: String!) @cached(ttl: 60) @live { repository(owner: $o) { id } }',
    'fragment F on User @x { login } query { viewer { ...F } }',
    'query A { a } query B { b }',
    '{ mutationCount: totalCount, mutation, subscription { id } }',
    '{ search(query: "mutation { x }", type: ISSUE) { issueCount } }',
    '{ search(query: """mutation { "x" }""", type: ISSUE) { issueCount } }',
    '{ a(b: "\\u006dutation \\" } mutation {") }',
    '{ ... on User { login } ...F } fragment F on User { id }',
    '\uFEFF,, query , { a }',
    '# mutation { x }\n{ a }',
    '{ a } # mutation { x }',
    '{ a(first: -1, ratio: 1.5e-3, on: true, not: null, list: [1 2]) }',
  ])('reads: %s', text => {
    expect(readDocument(text)).toBe('reads');
  });

  it.each([
    'mutation { x }',
    'mutation{x}',
    'mutation Named($a: ID!) { x(a: $a) }',
    'subscription { x }',
    'query { a } mutation { x }',
    '{ a } mutation { x }',
    'fragment F on X { a } mutation { ...F }',
    '# a comment\nmutation { x }',
    '# a comment\rmutation { x }',
    '\uFEFFmutation { x }',
    ',,,mutation,{,x,}',
    'query { a(b: "\\"") } mutation { x }',
    'query { a(b: "\\\\") } mutation { x }',
    'query { a(b: """ " """) } mutation { x }',
    'query { a(b: "") } mutation { x }',
    'query($a: I = {b: "}"}) { a } mutation { x }',
    '{ a(b: "#") } mutation { x }',
  ])('changes: %s', text => {
    expect(readDocument(text)).toBe('changes');
  });

  it.each([
    '',
    '   ',
    '# only a comment',
    'Mutation { x }',
    'QUERY { x }',
    '\\u006dutation { x }',
    'mut\u200Bation { x }',
    '\u043Cutation { x }',
    'query',
    'query {',
    'query { a } }',
    'query { a ( }',
    'query { a ( } )',
    'query { a ] }',
    'query Two Names { a }',
    'query { a(b: "open) } mutation { x }',
    'query { a(b: "line\nbreak") }',
    'query { a(b: "\\q") }',
    'query { a(b: """x\\""" } mutation { x } """) }',
    'query { a(b: """x"""") } mutation { x }',
    '{ a(b: """x"""" ) } mutation { x(c: " ) }',
    'query { a(b: """open) }',
    'query @ { a }',
    'query @x( { a }',
    'fragment F { a }',
    'fragment on on { a }',
    'schema { query: Q }',
    'extend type Q { a: Int }',
    'type Q { a: Int }',
    '"a description" query { a }',
    'query { a } ?',
    'query { a; b }',
    '@query { a }',
  ])('unclear: %s', text => {
    expect(readDocument(text)).toBe('unclear');
  });
});
