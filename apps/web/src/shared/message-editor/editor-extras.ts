import { type ComponentType, createContext } from 'react'

export interface EditorExtrasProps {
  /** What the editor holds now. */
  text: string
  /** Puts a text in its place; the editor's own undo takes it back. */
  onUse: (text: string) => void
}

/** Shown in the foot of every message editor below it; null for nothing. */
export const EditorExtras = createContext<ComponentType<EditorExtrasProps> | null>(null)
