import * as z from 'zod/mini'
import { call } from './call.ts'
import { Contact, ContactGroup } from './contacts.ts'
import { IdParams } from './fields.ts'
import { nameField } from './names.ts'
import { SegmentFilter } from './segment-filter.ts'

/** A group that is filled by conditions. */
export const NewSegment = z.object({
  groupName: nameField('group_name_empty', 'group_name_too_long'),
  filter: SegmentFilter,
})
export type NewSegment = z.infer<typeof NewSegment>

export const SegmentPreview = z.object({
  people: z.int(),
  /** The first of these people. */
  first: z.array(Contact),
})
export type SegmentPreview = z.infer<typeof SegmentPreview>

export const createSegment = call({
  method: 'POST',
  path: '/contact-segments',
  needs: 'contacts:write',
  summary: 'Create a group that fills itself by conditions',
  body: NewSegment,
  status: 201,
  response: ContactGroup,
})

export const updateSegment = call({
  method: 'PUT',
  path: '/contact-segments/:id',
  needs: 'contacts:write',
  summary: 'Change the name and the conditions of a segment',
  params: IdParams,
  body: NewSegment,
  status: 200,
  response: ContactGroup,
})

export const previewSegment = call({
  method: 'POST',
  path: '/contact-segments/preview',
  needs: 'contacts:read',
  needsNoRoom: true,
  summary: 'Who would be in a segment now',
  body: z.object({ filter: SegmentFilter }),
  status: 200,
  response: SegmentPreview,
})
