/**
 * Why a linked device is not connected or works only in part, and what happens next, by code. Every
 * screen shows the same texts. `{at}` is a moment, `{code}` the network's own code.
 */
export const deviceProblemTexts = {
  network_not_genuine:
    'The server that answered is not WhatsApp: its certificate does not match. Nothing was sent to it.',
  network_away: 'WhatsApp cannot be reached. Kirim keeps trying; messages stay queued.',
  network_away_coded:
    'WhatsApp answers with an error ({code}). Kirim keeps trying; messages stay queued.',
  network_not_understood:
    'WhatsApp sent something that Kirim cannot read. Kirim keeps reconnecting; messages stay queued.',
  client_outdated:
    'WhatsApp requires a newer client ({code}). Update Kirim, then reconnect; messages stay queued.',
  client_refused:
    'WhatsApp refuses this client ({code}). Update Kirim, then reconnect; messages stay queued.',
  banned_until:
    'WhatsApp has banned this number until {at} ({code}). Kirim reconnects then; messages stay queued.',
  banned_unnamed:
    'WhatsApp has banned this number for an unknown time ({code}). Kirim tries again every hour; messages stay queued.',
  banned:
    'WhatsApp has banned this number ({code}). Ask for a review in WhatsApp on its phone, then reconnect.',
  locked: 'WhatsApp has locked this number ({code}). Open WhatsApp on its phone, then reconnect.',
  no_linked_devices:
    "The WhatsApp app on this number's phone does not allow linked devices ({code}). Update the app, then reconnect.",
  resting:
    'WhatsApp asked this number to slow down. Sending resumes {at}; no one is skipped (429).',
  quiet:
    'No messages received since {at}, although the phone is active. Kirim is reconnecting; missed messages will arrive.',
  new_chats_limited:
    'WhatsApp limits new chats until {at} (463). Replies and campaigns to people who have messaged this number continue; new people wait.',
  new_chats_limited_guess:
    'WhatsApp limits new chats, at least until about {at} (463). Replies and campaigns to people who have messaged this number continue; new people wait.',
  proxy_down:
    'The proxy does not answer. Messages stay queued. Check the proxy, or set another one.',
  proxy_sign_in:
    'The proxy refuses the user name or password. Messages stay queued. Enter them again.',
  proxy_blocks:
    'WhatsApp cannot be reached through the proxy. Messages stay queued. Check the proxy, or set another one.',
  proxy_private:
    "This server is not allowed to use the proxy's address. Messages stay queued. Set another proxy.",
  opened_elsewhere:
    "Another program is using this number's link ({code}). Reconnect to use the number here.",
  keys_unreadable:
    'The keys of this number cannot be read with this SECRET_KEY. Restore the earlier SECRET_KEY, or remove the number and link it again.',
} as const

export type DeviceProblemCode = keyof typeof deviceProblemTexts

export const DEVICE_PROBLEM_CODES = Object.keys(deviceProblemTexts) as DeviceProblemCode[]
