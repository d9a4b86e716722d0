import type { Preflight, PreflightForm } from '@kirim/contract/campaign-preflight'
import { letterOf } from '@kirim/contract/campaign-variants'
import { personReader } from '@kirim/message-template/placeholders'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { createCampaignsRepository } from '../campaigns.repository.ts'
import { countSettledOrSending } from '../finished/finished.ts'
import { editedOf, estimateStart, keepsPeople, placeOf } from '../save/estimate-campaign.ts'
import { readingOf } from '../send/compose-message.ts'
import type { Campaign } from '../stored-campaign.ts'
import { createPeopleCount, type KnownOfPage } from './count-people.ts'
import { findFindings } from './find-findings.ts'
import { judgeLinks, linksIn } from './judge-links.ts'
import { type PeopleSource, peopleInPages, type ReachedPerson } from './people-pages.ts'
import { createPeoplePicker } from './pick-people.ts'
import type { PreflightRooms } from './preflight.ports.ts'
import { previewTexts } from './preview-texts.ts'
import { writtenToAmong } from './written-to.repository.ts'

export interface PreflightDeps extends PreflightRooms {
  readonly clock: Clock
}

/**
 * What saving this form would do, and what is worth a look; saves nothing. Walks the people a page
 * at a time, until the signal aborts. Throws `device_not_found`, `group_not_found` and, for an
 * existing campaign, `campaign_not_found`.
 */
export async function runPreflight(
  deps: PreflightDeps,
  userId: string,
  deviceId: string,
  form: PreflightForm,
  signal: AbortSignal,
): Promise<Omit<Preflight, 'check'>> {
  const now = deps.clock.now()
  const edited = await editedOf(deps, userId, deviceId, form.campaignId)
  const { source, size } = await sourceOf(deps, userId, form.contactGroupId, edited)
  const place = placeOf(form, edited, now)
  const fieldKeys = await deps.fieldKeysOf(userId)
  const deviceName = (await deps.devices.nameOf(deviceId)) ?? ''
  const draft = {
    ...form,
    campaignId: edited?.id ?? '',
    timeZone: place.timeZone,
    deviceName,
    fieldKeys,
    variants: form.variants.map((caption, index) => {
      return { letter: letterOf(index + 1), caption, removed: false }
    }),
  }
  const judged = judgeLinks(linksOf(form), deps.judgeHost)
  const read = personReader([form.caption, ...form.variants], new Set(fieldKeys))
  const count = createPeopleCount()
  const picker = createPeoplePicker()
  for await (const page of peopleInPages(deps.db, deps.groups, userId, source, now)) {
    if (signal.aborted) throw new DomainError('request_timeout')
    const known = await knownOf(deps, userId, deviceId, page)
    for (const person of page) {
      if (!count.add(person, known)) continue
      picker.add(person, read(readingOf(draft, person, person.waName, now, fieldKeys)))
    }
  }
  const people = count.result()
  const start = await estimateStart(deps, deviceId, place, people.reached, now)
  const files = await filesOf(deps, userId, form, edited)
  const at = start.startsAt === null ? now : Date.parse(start.startsAt)
  const hasMedia = form.hasUpload || files.chosen > 0
  const { previews, isCut } = previewTexts({ ...draft, hasMedia }, picker.pick(form.draw), at)
  return {
    people,
    estimate: {
      people: people.reached,
      alreadyWritten: size === null ? writtenOf(edited) : size - people.total,
      ...start,
    },
    previews,
    findings: findFindings({
      form,
      files,
      people,
      endsAt: start.endsAt,
      isCut,
      links: await judged,
      lacking: picker.lacking,
    }),
  }
}

function writtenOf(edited: Campaign | null): number {
  return edited ? countSettledOrSending(edited) : 0
}

/** Whom saving would freeze, and how many its group has; null when the group does not matter. */
export async function sourceOf(
  deps: PreflightRooms,
  userId: string,
  groupId: string,
  edited: Campaign | null,
): Promise<{ source: PeopleSource; size: number | null }> {
  const group = await deps.groups.find(userId, groupId)
  if (!group && !(edited && edited.groupId === null)) throw new DomainError('group_not_found')
  if (edited && keepsPeople(edited, group)) return { source: { campaignId: edited.id }, size: null }
  const notIn = writtenOf(edited) > 0 ? (edited?.id ?? null) : null
  return { source: { groupId, notIn }, size: group?.size ?? 0 }
}

export async function knownOf(
  deps: PreflightRooms,
  userId: string,
  deviceId: string,
  page: readonly ReachedPerson[],
): Promise<KnownOfPage> {
  const numbers = page.map(({ phoneNumber }) => phoneNumber)
  const lids = page.flatMap(({ check }) => (check?.jid?.endsWith('@lid') ? [check.jid] : []))
  return {
    optedOutNumbers: await deps.leftAlone.numbersAmong(userId, numbers),
    optedOutLids: lids.length > 0 ? await deps.leftAlone.lidsAmong(userId, lids) : new Set(),
    writtenTo: await writtenToAmong(deps.db, userId, deviceId, numbers),
  }
}

function linksOf({ caption, variants, enableLink, urlLink }: PreflightForm): string[] {
  const own = enableLink && urlLink ? [urlLink] : []
  return [...new Set([...own, ...[caption, ...variants].flatMap(linksIn)])]
}

/** How many files of the library the form names, and how many of them are gone. */
async function filesOf(
  deps: PreflightRooms,
  userId: string,
  form: PreflightForm,
  edited: Campaign | null,
): Promise<{ chosen: number; missing: number }> {
  const kept =
    edited && form.keepMediaFile
      ? await createCampaignsRepository(deps.db, deps.devices).mediaOf(edited.id)
      : []
  const uploads = kept.filter(({ uploaded }) => uploaded).map(({ mediaId }) => mediaId)
  const ids = [...new Set([...form.mediaAttachments, ...uploads])]
  const found = await Promise.all(ids.map((id) => deps.fileOf(userId, id)))
  return { chosen: ids.length, missing: found.filter((file) => file === null).length }
}
