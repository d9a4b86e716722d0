import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors.ts'
import { MAX_DEPTH, MAX_VALUES } from './validate.ts'

/** A longer body is parsed in an iteration of the event loop of its own. */
const PARSE_NOW_MAX_BYTES = 32 * 1024
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const LIST_START = 0x5b
const LIST_END = 0x5d
const OBJECT_START = 0x7b
const OBJECT_END = 0x7d

/**
 * Refuses JSON that nests deeper or holds more values than any form, before it is parsed: a
 * megabyte of brackets takes a hundred times as long to parse as to scan.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const inTurn = createLoopQueue()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const read = () => {
        if (isTooDeepOrLong(body)) done(new DomainError('malformed_request'))
        else parse(request, body.toString(), done)
      }
      if (body.length > PARSE_NOW_MAX_BYTES) inTurn(read)
      else read()
    },
  )
}

/**
 * Runs one task in each iteration of the event loop: many large bodies may be whole at the same
 * moment.
 */
export function createLoopQueue(): (task: () => void) => void {
  const waiting: (() => void)[] = []
  function runNext(): void {
    const task = waiting.shift()
    if (waiting.length > 0) setImmediate(runNext)
    task?.()
  }
  return (task) => {
    if (waiting.push(task) === 1) setImmediate(runNext)
  }
}

/** Scans only outside of strings, and does not check that it is valid JSON. */
export function isTooDeepOrLong(json: Buffer): boolean {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (byte === QUOTE) {
      at = endOfText(json, at)
    } else if (byte === LIST_START || byte === OBJECT_START) {
      depth += 1
      values += 1
    } else if (byte === LIST_END || byte === OBJECT_END) {
      depth -= 1
    } else if (byte === COMMA) {
      values += 1
    }
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true
  }
  return false
}

/** Where the text that begins at `start` ends: its closing quote, or the end of all. */
function endOfText(json: Buffer, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
