/**
 * Explains the status of a campaign and what comes next, by code. `{people}` is a number of people,
 * `{at}` a moment; the other placeholders are names and counts.
 */
export const campaignTexts = {
  draft: 'Never started, with {people} to write to.',
  draft_empty: 'Never started. Its group has nobody in it.',
  preparing: 'Its people are being taken from the group. Nothing is sent before that is done.',
  scheduled: 'Starts {at}, with {people} to write to.',
  scheduled_disconnected: 'Starts {at}, once {device} is connected again.',
  scheduled_unlinked: 'Starts {at}, once {device} is linked again: it was unlinked on its phone.',
  scheduled_banned: 'Starts {at}, once {device} is no longer banned by WhatsApp.',
  scheduled_refused: 'Starts {at}, once {device} can connect again.',
  queued: 'Waits for {campaign} on the same number, with {people} to go.',
  queued_next: 'Its turn comes in a moment, with {people} to go.',
  sending: 'One message after the other, with {people} to go.',
  sending_away: 'One message after the other, with {people} to go. {device} is not connected.',
  sending_unlinked_number:
    'One message after the other, with {people} to go. {device} was unlinked on its phone.',
  sending_resting:
    'One message after the other, with {people} to go. {device} rests until {at} (429).',
  sending_limited:
    'One message after the other, with {people} to go. New chats of {device} are limited until {at}.',
  sending_limited_guess:
    'One message after the other, with {people} to go. New chats of {device} are limited, at least until about {at}.',
  sending_capped:
    'One message after the other, with {people} to go. {device} reached its daily cap; goes on {at}.',
  sending_without: 'One message after the other, with {people} to go. Waiting: {device}.',
  outside_hours: 'Rests outside its hours and goes on {at}, with {people} to go.',
  number_disconnected: '{device} is disconnected, with {people} to go. Nobody is lost.',
  number_banned:
    '{device} is banned by WhatsApp, with {people} to go. Ask for a review in WhatsApp on its phone.',
  number_banned_for_now:
    '{device} is banned by WhatsApp for a time, with {people} to go. Goes on by itself after it.',
  number_refused: '{device} cannot connect, with {people} to go. Scan Device says what to do.',
  number_connecting: '{device} is connecting again by itself, with {people} to go.',
  number_unlinked: '{device} was unlinked on its phone, with {people} to go. Nobody is lost.',
  storage_full: 'No room on the disk of the server, with {people} to go. Goes on once there is.',
  media_away:
    'The storage of pictures, videos and documents does not answer, with {people} to go. Goes on once it does.',
  media_host_away:
    'WhatsApp takes no files just now, with {people} to go. Tries again by itself, and nobody fails for it.',
  number_resting:
    'The network asks {device} for less. Goes on by itself {at}, with {people} to go (429).',
  held_new_chats:
    'Held: the network limits new chats of {device}. Goes on by itself {at}, with {people} to go.',
  held_new_chats_guess:
    'Held: the network limits new chats of {device}, at least until about {at}. Goes on by itself, with {people} to go.',
  daily_cap: 'Daily cap of {cap} reached; {device} goes on {at}, with {people} to go.',
  paused: 'Paused by you {at}, with {people} to go.',
  paused_earlier: 'Switched off, with {people} to go.',
  paused_number_removed: 'Paused by Kirim {at}: its number was removed, with {people} to go.',
  paused_failures:
    'Paused by Kirim {at}: {failures} messages in a row failed. See the reasons, put right what is wrong, then resume, with {people} to go.',
  cancelled_by_owner: 'Cancelled by you {at}, with {people} not written to.',
  cancelled: 'Its number was removed, with {people} to go.',
  completed: 'Reached {reached} of {total}.',
  completed_failed: 'Reached {reached} of {total} in full, {failed} failed.',
  completed_empty: 'There was nobody to write to.',
} as const

export type CampaignTextCode = keyof typeof campaignTexts
