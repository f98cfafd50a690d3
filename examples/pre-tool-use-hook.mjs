#!/usr/bin/env node
// Lets an agent's git and gh reads pass, denies what is refused, and has the person asked about the rest.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { command = '' } = JSON.parse(readFileSync(0, 'utf8')).tool_input ?? {};
if (!/^(git|gh)\s/.test(command)) process.exit(0); // Not ours to judge.

const decisions = { 'read-only': 'allow', mutating: 'ask', refused: 'deny', error: 'ask' };
const sluice = process.env.SLUICE ?? 'sluice';
const answer = spawnSync(sluice, ['classify', '--json', '-'], { input: command, encoding: 'utf8' });
const verdict = answer.stdout ? JSON.parse(answer.stdout) : { class: 'error', reason: 'sluice did not answer' };
const hookSpecificOutput = {
  hookEventName: 'PreToolUse',
  permissionDecision: decisions[verdict.class],
  permissionDecisionReason: verdict.reason,
};
console.log(JSON.stringify({ hookSpecificOutput }));
