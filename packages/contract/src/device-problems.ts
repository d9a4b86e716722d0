/**
 * Why a linked device is not connected, or not all it does goes on, and what happens next, by code:
 * the same words on every screen. `{at}` is a moment, `{code}` the network's own code.
 */
export const deviceProblemTexts = {
  network_not_genuine:
    'The server that answered is not WhatsApp: its certificate does not match. Nothing was sent to it.',
  network_away: 'WhatsApp cannot be reached. Kirim goes on trying by itself; nothing is lost.',
  network_away_coded:
    'WhatsApp answers with an error ({code}). Kirim goes on trying by itself; nothing is lost.',
  network_not_understood:
    'WhatsApp sent something that Kirim cannot read. Kirim keeps reconnecting by itself; nothing is lost.',
  client_outdated:
    'WhatsApp asks for a newer client ({code}). Update Kirim, then reconnect; nothing is lost.',
  client_refused:
    'WhatsApp refuses this client ({code}). Update Kirim, then reconnect; nothing is lost.',
  banned_until: 'Banned by WhatsApp until {at} ({code}). Kirim reconnects then; nothing is lost.',
  banned_unnamed:
    'Banned by WhatsApp for a time that it does not name ({code}). Kirim tries again every hour; nothing is lost.',
  banned: 'Banned by WhatsApp ({code}). Ask for a review in WhatsApp on its phone, then reconnect.',
  locked: 'Locked by WhatsApp ({code}). Open WhatsApp on its phone, then reconnect.',
  no_linked_devices:
    'WhatsApp on its phone allows no linked devices ({code}). Update it there, then reconnect.',
  resting:
    'The network asks this number for less. It goes on by itself {at}; nobody is missed (429).',
  quiet:
    'Nothing has come in since {at} although its phone is active. Kirim reopens the session now; what was missed will come.',
  new_chats_limited:
    'New chats are limited by the network until {at} (463). Replies and campaigns to people who have written to this number go on; new people wait.',
  new_chats_limited_guess:
    'New chats are limited by the network, at least until about {at} (463). Replies and campaigns to people who have written to this number go on; new people wait.',
  proxy_down:
    'The proxy does not answer. Nothing is lost; messages wait. Check the proxy, or set another.',
  proxy_sign_in:
    'The proxy refuses its user name or password. Nothing is lost; messages wait. Set them again.',
  proxy_blocks:
    'The proxy does not lead to WhatsApp. Nothing is lost; messages wait. Check the proxy, or set another.',
  proxy_private:
    'This server may not call the address of the proxy. Nothing is lost; messages wait. Set another.',
  opened_elsewhere: 'This link was opened elsewhere ({code}). Reconnect to use it here.',
  keys_unreadable:
    'Its keys cannot be opened with this SECRET_KEY. Put the earlier one back, or remove and scan it again.',
} as const

export type DeviceProblemCode = keyof typeof deviceProblemTexts

export const DEVICE_PROBLEM_CODES = Object.keys(deviceProblemTexts) as DeviceProblemCode[]
