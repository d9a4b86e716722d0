/** Booleans are stored as 0 and 1 on both engines. */
export type Flag = 0 | 1
