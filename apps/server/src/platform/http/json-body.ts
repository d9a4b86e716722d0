import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors.ts'
import { isTooDeepOrLong } from '../json-bounds.ts'
import { MAX_DEPTH, MAX_VALUES } from './validate.ts'

/** A longer body is parsed in its own event loop iteration. */
const PARSE_NOW_MAX_BYTES = 32 * 1024

const BOUNDS = { maxDepth: MAX_DEPTH, maxValues: MAX_VALUES }

/** Refuses JSON with more depth or values than any form has, before it is parsed. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const inTurn = createLoopQueue()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const read = () => {
        if (isTooDeepOrLong(body, BOUNDS)) done(new DomainError('malformed_request'))
        else parse(request, body.toString(), done)
      }
      if (body.length > PARSE_NOW_MAX_BYTES) inTurn(read)
      else read()
    },
  )
}

/** Runs one task per event loop iteration: many large bodies may be complete at the same moment. */
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
