import type { z } from 'zod'
import type { Caller } from '../caller.ts'
import { numbersIn } from './numbers-in.ts'
import { scrubbed, scrubOf } from './without-numbers.ts'

type HidesNumbers = Pick<Caller, 'hidesNumbers'>

/** A value of this schema as a caller sees it. */
export function shownTo<T>({ hidesNumbers }: HidesNumbers, schema: z.core.$ZodType, value: T): T {
  return hidesNumbers ? masked(schema, value) : value
}

/** What is about somebody as a caller sees it: their number may stand in any text of it. */
export function shownOf<T>({ hidesNumbers }: HidesNumbers, number: string | null, value: T): T {
  return hidesNumbers && number ? scrubbed(value, scrubOf([number])) : value
}

/** A value of this schema as those see it from whom phone numbers are hidden. */
export function masked<T>(schema: z.core.$ZodType, value: T): T {
  const numbers = new Set<string>()
  numbersIn(schema)?.(value, numbers)
  return numbers.size === 0 ? value : scrubbed(value, scrubOf(numbers))
}
