import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id, IdParams, Moment } from './fields.ts'
import { issue } from './issues.ts'
import { CAPTION_MAX_LENGTH } from './limits.ts'
import { MediaFile } from './media.ts'
import { nameField, VISIBLE } from './names.ts'

/** A text that its owner saved to start messages from. */
export const SavedText = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  updatedAt: Moment,
  /** Sent with it; absent without one. */
  file: z.optional(MediaFile),
})
export type SavedText = z.infer<typeof SavedText>

/** A saved text in a list; `start` contains its first characters. */
export const ListedText = z.extend(z.omit(SavedText, { text: true }), { start: z.string() })
export type ListedText = z.infer<typeof ListedText>

export const SavedTextList = z.object({
  /** Sorted by name. */
  items: z.array(ListedText),
  /** The number of all saved texts, regardless of the list's filter. */
  total: z.int(),
})
export type SavedTextList = z.infer<typeof SavedTextList>

export const NewSavedText = z.object({
  name: nameField('name_required', 'name_too_long'),
  text: z
    .string()
    .check(
      z.maxLength(CAPTION_MAX_LENGTH, issue('caption_too_long')),
      z.regex(VISIBLE, issue('saved_text_empty')),
    ),
  /** A file of the media library; null for none. Omitted, it stays as it is. */
  mediaId: z.optional(z.nullable(Id)),
})
export type NewSavedText = z.infer<typeof NewSavedText>

export const listSavedTexts = call({
  method: 'GET',
  path: '/saved-texts',
  needs: 'texts:read',
  summary: 'Texts to start messages from, by name; the start of each',
  query: z.object({ q: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
  status: 200,
  response: SavedTextList,
})

export const loadSavedText = call({
  method: 'GET',
  path: '/saved-texts/:id',
  needs: 'texts:read',
  summary: 'One saved text in full',
  params: IdParams,
  status: 200,
  response: SavedText,
})

export const createSavedText = call({
  method: 'POST',
  path: '/saved-texts',
  needs: 'texts:write',
  summary: 'Save a text to start messages from; names differ, at most 200 texts',
  body: NewSavedText,
  status: 201,
  response: SavedText,
})

export const updateSavedText = call({
  method: 'PUT',
  path: '/saved-texts/:id',
  needs: 'texts:write',
  summary: 'Change the name or the text; messages that started from it stay as they are',
  params: IdParams,
  body: NewSavedText,
  status: 200,
  response: SavedText,
})

export const deleteSavedText = call({
  method: 'DELETE',
  path: '/saved-texts/:id',
  needs: 'texts:write',
  summary: 'Delete a saved text; messages that started from it stay as they are',
  params: IdParams,
  status: 204,
})
