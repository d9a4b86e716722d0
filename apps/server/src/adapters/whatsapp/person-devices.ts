import {
  extractDeviceJids,
  isJidGroup,
  isPnUser,
  jidDecode,
  jidNormalizedUser,
  USyncQuery,
  USyncUser,
  type WASocket,
} from 'baileys'

/**
 * Looks up a person's devices before the driver does. The driver's own look-up starts a new Signal
 * session with everybody whose other identity the network reports, every five minutes, even where a
 * session exists: a second query, a used prekey and the most expensive step of the protocol would
 * delay each first reply. Where no session exists the driver starts one when it sends.
 */
export async function lookUpDevices(socket: WASocket, jid: string): Promise<void> {
  const user = jidDecode(jid)?.user
  const { me } = socket.authState.creds
  if (!user || !me || isJidGroup(jid) || (await socket.userDevicesCache.get(user))) return
  const found = await socket.executeUSyncQuery(
    new USyncQuery()
      .withContext('message')
      .withDeviceProtocol()
      .withLIDProtocol()
      .withUser(new USyncUser().withId(jidNormalizedUser(jid))),
  )
  if (!found) return
  const identities = found.list.flatMap(({ id, lid }) =>
    isPnUser(id) && typeof lid === 'string' ? [{ pn: id, lid }] : [],
  )
  await socket.signalRepository.lidMapping.storeLIDPNMappings(identities)
  const devices = extractDeviceJids(found.list, me.id, me.lid ?? '', false)
  const theirs = devices.filter((device) => device.user === user)
  if (theirs.length === 0) return
  // This list decides which devices' sessions are moved to another identity.
  await socket.authState.keys.set({
    'device-list': { [user]: theirs.map(({ device }) => String(device ?? 0)) },
  })
  await socket.devicesMutex.mutex(async () => {
    await socket.userDevicesCache.set(user, theirs)
  })
}
