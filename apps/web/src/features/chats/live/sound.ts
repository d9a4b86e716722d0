import { useSyncExternalStore } from 'react'
import { browserStore, onStorageChange } from '#shared/storage/text-store.ts'

const KEY = 'chats.sound'
/** Two short tones, in Hz. */
const TONES = [660, 880]
const TONE_S = 0.09
const LOUDNESS = 0.06

const listeners = new Set<() => void>()

/** Whether this browser makes a sound for new messages; off until somebody turns it on. */
export function useSoundSetting() {
  const isOn = useSyncExternalStore(listen, isSoundOn)
  return {
    isOn,
    toggle() {
      if (isOn) browserStore.remove(KEY)
      else browserStore.set(KEY, 'on')
      for (const listener of listeners) listener()
      // A browser allows sounds once its user has pressed something.
      if (!isOn) playSound()
    },
  }
}

export function isSoundOn(): boolean {
  return browserStore.get(KEY) === 'on'
}

/** Plays the sound of a new message, where the browser can. */
export function playSound(): void {
  if (typeof AudioContext === 'undefined') return
  const audio = new AudioContext()
  const gain = audio.createGain()
  gain.gain.value = LOUDNESS
  gain.connect(audio.destination)
  for (const [index, frequency] of TONES.entries()) {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(audio.currentTime + index * TONE_S)
    tone.stop(audio.currentTime + (index + 1) * TONE_S)
    if (index === TONES.length - 1) tone.onended = () => void audio.close()
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onStorageChange([KEY], listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}
