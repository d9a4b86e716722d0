import type { CompiledQuery } from 'kysely'

/** Stands for a value of one request while a statement is compiled. */
export class Placeholder {
  readonly name: string
  readonly request: number
  constructor(name: string, request: number) {
    this.name = name
    this.request = request
  }
}

/** An object that has a value under every name. */
export function valuesBy<Values extends object>(of: (name: string) => unknown): Values {
  return new Proxy({}, { get: (_, name) => of(String(name)) }) as Values
}

export function placeholders<Values extends object>(request: number): Values {
  return valuesBy((name) => new Placeholder(name, request))
}

/** The parameters of a statement; unused places get the values of the last request. */
export function parametersOf(
  { parameters }: CompiledQuery<unknown>,
  all: readonly object[],
): readonly unknown[] {
  const last = all.length - 1
  return parameters.map((one) =>
    one instanceof Placeholder
      ? Reflect.get(all[Math.min(one.request, last)] ?? {}, one.name)
      : one,
  )
}
