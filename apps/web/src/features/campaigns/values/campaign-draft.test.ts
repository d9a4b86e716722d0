import type { BulkCampaign } from '@kirim/contract/campaigns'
import { describe, expect, it } from 'vitest'
import { type MediaChoice, NO_MEDIA } from '../media/media-choice.ts'
import { formDataOf } from '../testing/form-data.ts'
import { CampaignDraft, draftOf, mediaOfDraft, valuesOfDraft } from './campaign-draft.ts'
import { DELETED_GROUP, newCampaignValues } from './campaign-values.ts'

const file = {
  _id: 'm1',
  originalName: 'menu.png',
  fileName: 'x.png',
  filePath: '/uploads/x.png',
  fileType: 'image/png',
  fileSize: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
}
const data = formDataOf({ media: [file] })
const values = { ...newCampaignValues('d1'), campaignName: 'Raya', contactGroupId: 'g1' }

const savedWith = (contactGroupId: string | null) => ({ contactGroupId }) as BulkCampaign

/** The draft as read back from the tab's storage. */
const kept = (media: MediaChoice, given = values) =>
  CampaignDraft.parse(JSON.parse(JSON.stringify(draftOf(given, media, 'k1'))))

describe('a bulk form kept in the tab', () => {
  it('is restored unchanged', () => {
    expect(valuesOfDraft(kept(NO_MEDIA), data, null)).toEqual(values)
    expect(kept(NO_MEDIA).idempotencyKey).toBe('k1')
  })

  it('leaves out deleted items, and keeps the device of the URL', () => {
    const draft = kept(NO_MEDIA, { ...values, deviceId: 'gone', contactGroupId: 'gone' })
    expect(valuesOfDraft(draft, data, null)).toMatchObject({ deviceId: '', contactGroupId: '' })
    expect(valuesOfDraft(draft, data, 'd2').deviceId).toBe('d2')
  })

  it('keeps the people of a deleted group', () => {
    const draft = kept(NO_MEDIA, { ...values, contactGroupId: DELETED_GROUP })
    const given = { ...data, campaign: savedWith(null) }
    expect(valuesOfDraft(draft, given, null).contactGroupId).toBe(DELETED_GROUP)
  })

  it.each([
    ['its own, gone from the list', 'g2'],
    ['a deleted one, although it has another by now', DELETED_GROUP],
  ])('keeps the group of the campaign: %s', (_name, contactGroupId) => {
    const draft = kept(NO_MEDIA, { ...values, contactGroupId })
    const given = { ...data, campaign: savedWith('g2') }
    expect(valuesOfDraft(draft, given, null).contactGroupId).toBe('g2')
  })

  const uploaded: MediaChoice = { kind: 'kept', file }
  const chosen: MediaChoice = { kind: 'upload', file: new File(['x'], 'new.png') }
  it('attaches files that the campaign keeps although they left the library', () => {
    const campaign = { attachedFiles: [{ ...file, _id: 'm2' }] } as unknown as BulkCampaign
    const choice: MediaChoice = { kind: 'library', ids: ['m1', 'm2'] }
    expect(mediaOfDraft(kept(choice), { ...data, campaign }, NO_MEDIA)).toEqual(choice)
  })

  it.each<[string, MediaChoice, MediaChoice, MediaChoice]>([
    ['nothing', NO_MEDIA, uploaded, NO_MEDIA],
    ['the file the server has', uploaded, uploaded, uploaded],
    ['a file the server has no more', uploaded, NO_MEDIA, NO_MEDIA],
    ['a chosen file, which no tab can keep', chosen, NO_MEDIA, NO_MEDIA],
    [
      'library items that still exist',
      { kind: 'library', ids: ['m1', 'gone'] },
      NO_MEDIA,
      { kind: 'library', ids: ['m1'] },
    ],
    ['none of the library items', { kind: 'library', ids: ['gone'] }, NO_MEDIA, NO_MEDIA],
  ])('attaches again: %s', (_name, media, start, expected) => {
    expect(mediaOfDraft(kept(media), data, start)).toEqual(expected)
  })
})
