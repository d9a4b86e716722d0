import { useEffect, useRef, useState } from 'react'

/** The sound that plays now: another one stops it. */
let playing: HTMLAudioElement | null = null

const SPEEDS: readonly number[] = [1, 1.5, 2]

/** The speed is kept for the next voice note. */
let lastSpeed = 1

/** Plays one sound at a time. Times are in seconds. */
export function usePlayer(url: string | null) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [speed, setSpeed] = useState(lastSpeed)
  const [length, setLength] = useState<number | null>(null)
  const [startsWhenLoaded, setStartsWhenLoaded] = useState(false)

  const play = () => {
    const element = audio.current
    if (!element?.src) {
      setStartsWhenLoaded(true)
      return
    }
    if (playing !== element) playing?.pause()
    playing = element
    element.playbackRate = speed
    // Browsers refuse to play what they cannot read; the button then stays as it is.
    element.play().catch(() => setIsPlaying(false))
  }

  useEffect(() => {
    const element = audio.current
    if (!element || !url) return
    element.src = url
    if (startsWhenLoaded) {
      setStartsWhenLoaded(false)
      play()
    }
  })

  return {
    isPlaying,
    isWaiting: startsWhenLoaded,
    at,
    length,
    speed,
    toggle: () => (isPlaying ? audio.current?.pause() : play()),
    seek(seconds: number) {
      if (audio.current) audio.current.currentTime = seconds
      setAt(seconds)
    },
    changeSpeed() {
      const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1
      lastSpeed = next
      setSpeed(next)
      if (audio.current) audio.current.playbackRate = next
    },
    /** For the audio element. */
    props: {
      ref: audio,
      onPlay: () => setIsPlaying(true),
      onPause: () => setIsPlaying(false),
      onEnded() {
        setIsPlaying(false)
        setAt(0)
      },
      onTimeUpdate: () => setAt(audio.current?.currentTime ?? 0),
      onLoadedMetadata() {
        const { duration = Number.NaN } = audio.current ?? {}
        if (Number.isFinite(duration)) setLength(duration)
      },
    },
  }
}
