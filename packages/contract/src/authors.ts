import * as z from 'zod/mini'

/** A person who did something in the workspace; their name is empty once their account is gone. */
export const Author = z.object({ name: z.string() })
export type Author = z.infer<typeof Author>
