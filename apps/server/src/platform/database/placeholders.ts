import type { CompiledQuery } from 'kysely'

/** Stands for a value of the nth ask while a statement is compiled. */
export class Placeholder {
  readonly name: string
  readonly ask: number
  constructor(name: string, ask: number) {
    this.name = name
    this.ask = ask
  }
}

/** Has something under every name. */
export function valuesBy<Values extends object>(of: (name: string) => unknown): Values {
  return new Proxy({}, { get: (_, name) => of(String(name)) }) as Values
}

export function placeholders<Values extends object>(ask: number): Values {
  return valuesBy((name) => new Placeholder(name, ask))
}

/** Those of a statement for more asks than there are have the values of the last one. */
export function parametersOf(
  { parameters }: CompiledQuery<unknown>,
  all: readonly object[],
): readonly unknown[] {
  const last = all.length - 1
  return parameters.map((one) =>
    one instanceof Placeholder ? Reflect.get(all[Math.min(one.ask, last)] ?? {}, one.name) : one,
  )
}
