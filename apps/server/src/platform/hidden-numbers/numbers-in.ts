import { PersonNumber, PersonParams } from '@kirim/contract/person-number'
import type { z } from 'zod'

type Schema = z.core.$ZodType
/** Adds the numbers of people in a value to a set. */
type Collect = (value: unknown, numbers: Set<string>) => void

const known = new WeakMap<Schema, Collect | null>()

/**
 * Finds the numbers of people in values of a schema: in its fields of the schema `PersonNumber`.
 * Null when it has no such field. Walks through a schema once.
 */
export function numbersIn(schema: Schema): Collect | null {
  const found = known.get(schema)
  if (found !== undefined) return found
  const made = collectorOf(schema)
  known.set(schema, made)
  return made
}

function collectorOf(schema: Schema): Collect | null {
  if (schema === PersonNumber) return add
  if (schema === PersonParams) return inFields({ number: add })
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return inFields(
        Object.fromEntries(
          Object.entries(def.shape).flatMap(([name, field]) => {
            const collect = numbersIn(field)
            return collect ? [[name, collect]] : []
          }),
        ),
      )
    case 'array':
      return inEach(numbersIn(def.element))
    case 'record':
      return inEach(numbersIn(def.valueType))
    case 'union':
      return inAll(def.options.map(numbersIn))
    case 'tuple':
      return inEach(inAll(def.items.map(numbersIn)))
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
      return numbersIn(def.innerType)
    case 'pipe':
      return numbersIn(def.out)
    default:
      return null
  }
}

function add(value: unknown, numbers: Set<string>): void {
  if (typeof value === 'string' && value !== '') numbers.add(value)
}

function inFields(fields: Readonly<Record<string, Collect>>): Collect | null {
  const entries = Object.entries(fields)
  if (entries.length === 0) return null
  return (value, numbers) => {
    if (!isObject(value)) return
    for (const [name, collect] of entries) collect(value[name], numbers)
  }
}

/** In the entries of a list, or the values of a record. */
function inEach(collect: Collect | null): Collect | null {
  if (!collect) return null
  return (value, numbers) => {
    if (isObject(value)) for (const one of Object.values(value)) collect(one, numbers)
  }
}

/** A value of one option has no such fields of another, or they are numbers just as well. */
function inAll(options: readonly (Collect | null)[]): Collect | null {
  const collectors = options.filter((collect) => collect !== null)
  if (collectors.length === 0) return null
  return (value, numbers) => {
    for (const collect of collectors) collect(value, numbers)
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
