/** Asks for the next value while the one before is used. */
export interface ReadAhead<T> {
  /** The next one, which may have to be waited for; null at the end. */
  take(): Promise<T | null>
  /** The next one, if it is there already; null otherwise. */
  takeReady(): T | null
  /** From now on there is nothing more, for anybody. */
  end(): void
}

interface Asked<T> {
  readonly answer: Promise<IteratorResult<T, unknown>>
  result: IteratorResult<T, unknown> | null
}

export function readAhead<T>(values: AsyncIterator<T>): ReadAhead<T> {
  let isOver = false

  function ask(): Asked<T> {
    const asked: Asked<T> = { answer: values.next(), result: null }
    asked.answer.then(
      (result) => {
        asked.result = result
      },
      // Whoever takes it hears of that.
      () => {},
    )
    return asked
  }

  let upcoming = ask()
  return {
    async take() {
      if (isOver) return null
      const { answer } = upcoming
      upcoming = ask()
      const { done, value } = await answer
      return done || isOver ? null : value
    },
    takeReady() {
      const { result } = upcoming
      if (isOver || !result || result.done) return null
      upcoming = ask()
      return result.value
    },
    end() {
      isOver = true
    },
  }
}
