import { type BulkCampaign, type CampaignProgress, loadCampaign } from '@kirim/contract/campaigns'
import { type ContactGroup, listGroupContacts, listGroups } from '@kirim/contract/contacts'
import { type Device, listDevices } from '@kirim/contract/devices'
import { listMedia, type MediaFile } from '@kirim/contract/media'
import { loadOptOutSettings } from '@kirim/contract/opt-outs'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import type { PreviewContact } from '#shared/message-editor/preview-chat.tsx'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import type { CampaignAddress } from './campaign-address.ts'

export interface CampaignFormData {
  devices: readonly Device[]
  groups: readonly ContactGroup[]
  media: readonly MediaFile[]
  /** The campaign to edit; null for a new one. */
  campaign: BulkCampaign | null
  /** Whether a new campaign starts with the opt-out line. */
  optOutLineByDefault: boolean
}

/** Loads the data the form needs. Devices and groups stay up to date while it is open. */
export function useCampaignFormData({ deviceId, campaignId }: CampaignAddress) {
  const queryClient = useQueryClient()
  const devices = useQuery(callQuery(listDevices))
  const groups = useFreshGroups()
  const media = useQuery(callQuery(listMedia))
  const campaign = useCampaign(deviceId, campaignId)
  const optOutLineByDefault = useOptOutLineByDefault(campaignId === null)
  useRealtimeEvent('devices_changed', () =>
    queryClient.invalidateQueries({ queryKey: keyOf(listDevices) }),
  )
  useRealtimeEvent('contacts_changed', () =>
    queryClient.invalidateQueries({ queryKey: keyOf(listGroups) }),
  )

  const failed = [devices, groups, media, campaign].find(({ data, error }) => error && !data)
  const [d, g, m] = [devices.data, groups.data, media.data]
  const edited = campaignId ? campaign.data : null
  // The object changes only when its content does.
  const data = useMemo(
    (): CampaignFormData | null =>
      d && g && m && edited !== undefined && optOutLineByDefault !== undefined
        ? { devices: d, groups: g, media: m, campaign: edited, optOutLineByDefault }
        : null,
    [d, g, m, edited, optOutLineByDefault],
  )
  return { data, error: failed?.error ?? null }
}

/**
 * The groups, loaded after the form was opened: in an older list, a new group would look like a
 * deleted one.
 */
function useFreshGroups() {
  const query = useQuery({ ...callQuery(listGroups), staleTime: 0 })
  const [fresh, setFresh] = useState(false)
  if (!fresh && query.isFetchedAfterMount && query.isSuccess) setFresh(true)
  return { data: fresh ? query.data : undefined, error: query.error }
}

/** Loads the user's setting for new campaigns; the line stays on when loading fails. */
function useOptOutLineByDefault(isNew: boolean): boolean | undefined {
  const query = useQuery({ ...callQuery(loadOptOutSettings), enabled: isNew })
  return isNew && !query.isError ? query.data?.lineByDefault : true
}

/** Loads a campaign, bypassing the cache: the form takes its initial values from it once. */
function useCampaign(deviceId: string | null, campaignId: string | null) {
  const params = { deviceId: deviceId ?? '', campaignId: campaignId ?? '' }
  const query = useQuery({
    queryKey: keyOf(loadCampaign, { params }),
    queryFn: campaignId
      ? ({ signal }) => {
          if (!deviceId) throw new ApiError('campaign_not_found', 404)
          return request(loadCampaign, { params }, { signal })
        }
      : skipToken,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  return { data: query.isFetchedAfterMount ? query.data : undefined, error: query.error }
}

/** Selects the device when there is only one. */
export function firstDevice({ devices }: CampaignFormData, fixedDeviceId: string | null): string {
  if (fixedDeviceId) return fixedDeviceId
  const connected = devices.filter((device) => device.connected)
  const [only, second] = connected.length > 0 ? connected : devices
  return only && !second ? only.id : ''
}

/** The current name of the group, else the name stored with the campaign. */
export function groupNameOf(
  { groups, campaign }: CampaignFormData,
  id: string | undefined,
): string {
  const group = groups.find(({ _id }) => _id === id)
  return group?.name ?? campaign?.contactGroupName ?? ''
}

/** The devices that send a campaign, its own first; undefined for one that is no longer linked. */
export function sendersOf(
  { deviceId, alsoFrom }: { deviceId: string; alsoFrom: readonly string[] },
  devices: readonly Device[],
): (Device | undefined)[] {
  const ids = [deviceId, ...alsoFrom.filter((id) => id !== deviceId)]
  return ids.map((id) => devices.find((device) => device.id === id))
}

const SHOWN = 3

/** Some contacts of a group for the preview; empty when no existing group is selected. */
export function useGroupPeople(groupId: string | null): readonly PreviewContact[] {
  const { data } = useQuery({
    ...callQuery(listGroupContacts, { params: { id: groupId ?? '' }, query: { limit: SHOWN } }),
    enabled: groupId !== null,
    retry: false,
  })
  return groupId === null ? [] : (data ?? [])
}

/** Whether the campaign has recipients and all of them were processed. */
export function isFinished({ counts, total }: CampaignProgress): boolean {
  return total > 0 && counts.queued + counts.sending === 0
}
