import type { Preflight, PreflightForm } from '@kirim/contract/campaign-preflight'
import { letterOf } from '@kirim/contract/campaign-variants'
import { parseTemplate } from '@kirim/message-template/parse'
import { personReader } from '@kirim/message-template/placeholders'
import { countWordings } from '@kirim/message-template/wordings'
import type { Sight } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { inIterations } from '../../../platform/in-iterations.ts'
import { furtherDevicesOf } from '../campaign/campaign-devices.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { seenNames } from '../campaign/seen-names.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import { assignedWith, editedOf, placeOf } from '../estimate/estimate-campaign.ts'
import { estimateCourse } from '../estimate/estimate-course.ts'
import type { NumberChecksRepository } from '../recipients/number-checks.repository.ts'
import { readingOf } from '../send/compose-message.ts'
import { judgeLinks, linksIn, literalParts } from './check-texts.ts'
import { createPeopleCount, knownOf } from './count-people.ts'
import { devicesAsTheyAre, findFindings, nightOf } from './find-findings.ts'
import { peopleInPages, peopleWritten, sourceOf } from './people-pages.ts'
import type { PreflightRooms } from './preflight.ports.ts'
import { createPeoplePicker, previewTexts } from './preview-texts.ts'

export interface PreflightDeps extends PreflightRooms {
  readonly clock: Clock
}

/**
 * Predicts what saving this form would do, with warnings; saves nothing. Walks the people a page at
 * a time, until the signal aborts. Throws `device_not_found`, `group_not_found` and, for an
 * existing campaign, `campaign_not_found`.
 */
export async function runPreflight(
  deps: PreflightDeps,
  sight: Sight,
  deviceId: string,
  form: PreflightForm,
  signal: AbortSignal,
): Promise<Omit<Preflight, 'check'>> {
  const { workspaceId } = sight
  const now = deps.clock.now()
  const edited = await editedOf(deps, workspaceId, deviceId, form.campaignId)
  const { source, size } = await sourceOf(deps, workspaceId, form.contactGroupId, edited)
  const further = await furtherDevicesOf(deps, sight, deviceId, form, edited)
  const place = placeOf(form, edited, further, now)
  const fieldKeys = await deps.fieldKeysOf(workspaceId)
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
  const texts = [form.caption, ...form.variants]
  const links = (await inIterations(texts, linksIn)).flat()
  const fields = new Set(fieldKeys)
  const templates = await inIterations(texts, (text) => parseTemplate(text, fields))
  const wordings = await inIterations(templates, countWordings)
  const literal = await literalParts(templates, fields)
  const judgements = judgeLinks(linksOf(form, links), deps.judgeHost)
  const read = personReader(templates)
  const count = createPeopleCount()
  const picker = createPeoplePicker()
  for await (const page of peopleInPages(deps, { workspaceId, deviceId }, source, now)) {
    if (signal.aborted) throw new DomainError('request_timeout')
    const known = await knownOf(deps, workspaceId, page)
    for (const person of page) {
      if (count.add(person, known) !== null) continue
      picker.add(person, read(readingOf(draft, person, person.waName, now, fieldKeys)))
    }
  }
  const people = count.result()
  const assigned = edited && size === null ? await assignedWith(deps, edited, further) : undefined
  const { reached } = people
  const course = await estimateCourse(deps, deviceId, place, reached, now, assigned)
  const { spans, ...start } = course
  const files = await filesOf(deps, workspaceId, form, edited)
  const at = start.startsAt === null ? now : Date.parse(start.startsAt)
  const hasMedia = form.hasUpload || files.chosen > 0
  const { previews, isCut } = await previewTexts({ ...draft, hasMedia }, picker.pick(form.draw), at)
  const names = await seenNames(deps, sight)
  const { checkedThrough } = people
  return {
    people: { ...people, checkedThrough: names.isSeen(checkedThrough) ? checkedThrough : '' },
    estimate: {
      people: people.reached,
      alreadyWritten: size === null ? peopleWritten(edited) : size - people.total,
      ...start,
    },
    dailyCap: (await deps.devices.dayOfDevice(deviceId, now))?.cap ?? null,
    previews,
    findings: findFindings({
      form,
      wordings: wordings.reduce((sum, n) => sum + n, 0),
      files,
      people,
      neverEnds: !start.isOffline && !start.isWaited && start.endsAt === null,
      night: { code: nightOf(spans, place.timeZone), startsAt: start.startsAt },
      devices: await devicesAsTheyAre(deps, [deviceId, ...further], now),
      isCut,
      links: await judgements,
      literal,
      lacking: picker.lacking,
    }).map(names.in),
  }
}

function linksOf({ enableLink, urlLink }: PreflightForm, inTexts: readonly string[]): string[] {
  const own = enableLink && urlLink ? [urlLink] : []
  return [...new Set([...own, ...inTexts])]
}

/** How many files the form uses, and how many of them are gone. */
async function filesOf(
  deps: PreflightRooms,
  workspaceId: string,
  form: PreflightForm,
  edited: Campaign | null,
): Promise<{ chosen: number; missing: number }> {
  const attached =
    edited && form.keepMediaFile
      ? await createCampaignsRepository(deps.db, deps.devices).mediaOf(edited.id)
      : []
  const uploads = attached.filter(({ uploaded }) => uploaded).map(({ mediaId }) => mediaId)
  const ids = [...new Set([...form.mediaAttachments, ...uploads])]
  const found = await Promise.all(ids.map((id) => deps.fileOf(workspaceId, id)))
  return { chosen: ids.length, missing: found.filter((file) => file === null).length }
}

interface WantNumbersDeps extends PreflightDeps {
  readonly checks: NumberChecksRepository
}

/**
 * Requests checks of a campaign's numbers: of people it would reach without a recent check, or of
 * those who were not on WhatsApp at the last one. Throws like `runPreflight`.
 */
export async function wantNumbers(
  deps: WantNumbersDeps,
  workspaceId: string,
  deviceId: string,
  form: {
    readonly contactGroupId: string
    readonly campaignId?: string | undefined
    readonly absent: boolean
  },
  signal: AbortSignal,
): Promise<void> {
  const edited = await editedOf(deps, workspaceId, deviceId, form.campaignId)
  const { source } = await sourceOf(deps, workspaceId, form.contactGroupId, edited)
  const count = createPeopleCount()
  const now = deps.clock.now()
  for await (const page of peopleInPages(deps, { workspaceId, deviceId }, source, now)) {
    if (signal.aborted) throw new DomainError('request_timeout')
    const known = await knownOf(deps, workspaceId, page)
    const wanted = page.filter((person) => {
      const reason = count.add(person, known)
      if (form.absent) return reason === 'notOnWhatsApp'
      return reason === null && person.check === null
    })
    await deps.checks.want(
      workspaceId,
      deviceId,
      wanted.map(({ phoneNumber }) => phoneNumber),
    )
  }
}
