import { useEffect, useRef, useState } from 'react'

/** [2.settings.load] [2.settings.saved] [9.settings] */
const LOAD_MS = 500
const SAVE_MS = 1000

/** Simulates loading; true when it is over. */
export function useSimulatedLoad(): boolean {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLoaded(true), LOAD_MS)
    return () => clearTimeout(timer)
  }, [])
  return loaded
}

/** Simulates saving: calls `onSaved` after 1 s, unless unmounted. */
export function useSimulatedSave(onSaved: () => void) {
  const [saving, setSaving] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const save = () => {
    if (saving) return
    setSaving(true)
    timer.current = setTimeout(() => {
      setSaving(false)
      onSaved()
    }, SAVE_MS)
  }
  return { saving, save }
}
