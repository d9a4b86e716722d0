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
 * Looks a person's devices up before the driver would. The driver's own look-up opens a new Signal
 * session with everybody whose identity the network tells along, every five minutes, also where one
 * is open: a second query, a key of theirs used up and the most costly step of the protocol, in the
 * way of each first reply. Where no session is open the driver opens one as it sends.
 */
export async function learnDevices(socket: WASocket, jid: string): Promise<void> {
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
  // Sessions are moved to another identity device by device, by this list.
  await socket.authState.keys.set({
    'device-list': { [user]: theirs.map(({ device }) => String(device ?? 0)) },
  })
  await socket.devicesMutex.mutex(async () => {
    await socket.userDevicesCache.set(user, theirs)
  })
}
