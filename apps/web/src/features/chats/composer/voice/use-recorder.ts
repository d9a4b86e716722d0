import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type Recording,
  RecordingError,
  type RecordingProblem,
  startRecording,
} from './recording.ts'

export type RecorderState =
  | { readonly is: 'off' }
  | { readonly is: 'asking' }
  | { readonly is: 'recording'; readonly seconds: number; readonly levels: readonly number[] }
  | { readonly is: 'recorded'; readonly seconds: number; readonly file: File }
  | { readonly is: 'impossible'; readonly problem: RecordingProblem }

/** The bars of the meter, and how often a new one comes. */
const LEVELS_SHOWN = 40
const LEVEL_EVERY_MS = 100
/** Longer ones would not fit into a message. */
const LONGEST_SECONDS = 15 * 60

/** A voice note that is being recorded. The microphone is asked for by `start` alone. */
export function useRecorder() {
  const [state, setState] = useState<RecorderState>({ is: 'off' })
  const recording = useRef<Recording | null>(null)
  /** Counts the recordings: one that was cancelled while the browser asked must not begin. */
  const turn = useRef(0)

  const start = async () => {
    turn.current += 1
    const mine = turn.current
    setState({ is: 'asking' })
    try {
      const begun = await startRecording()
      if (turn.current !== mine) return begun.cancel()
      recording.current = begun
      setState({ is: 'recording', seconds: 0, levels: [] })
    } catch (error) {
      if (turn.current !== mine) return
      const problem = error instanceof RecordingError ? error.problem : 'unsupported'
      setState({ is: 'impossible', problem })
    }
  }
  const cancel = () => {
    turn.current += 1
    recording.current?.cancel()
    recording.current = null
    setState({ is: 'off' })
  }
  /** Ends the recording; resolves with it, or null when none was under way. */
  const stop = async (): Promise<File | null> => {
    const ended = recording.current
    if (!ended || state.is !== 'recording') return null
    recording.current = null
    const { seconds } = state
    const file = await ended.stop()
    setState({ is: 'recorded', seconds, file })
    return file
  }

  const isRecording = state.is === 'recording'
  const tick = useEffectEvent((startedAt: number) => {
    const level = recording.current?.level() ?? 0
    const seconds = Math.floor((performance.now() - startedAt) / 1000)
    setState((now) =>
      now.is === 'recording'
        ? { ...now, seconds, levels: [...now.levels, level].slice(-LEVELS_SHOWN) }
        : now,
    )
    if (seconds >= LONGEST_SECONDS) void stop()
  })
  useEffect(() => {
    if (!isRecording) return
    const startedAt = performance.now()
    const timer = setInterval(() => tick(startedAt), LEVEL_EVERY_MS)
    return () => clearInterval(timer)
  }, [isRecording])
  // Leaving the chat turns the microphone off.
  useEffect(
    () => () => {
      turn.current += 1
      recording.current?.cancel()
    },
    [],
  )
  return { state, start, stop, cancel }
}
