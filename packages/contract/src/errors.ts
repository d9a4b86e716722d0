import { deviceProblemTexts } from './device-problems.ts'
import { type ErrorParams, fillText } from './refusals.ts'

/**
 * Every refusal of the server by its stable code, with its HTTP status and its English text.
 * `{name}` marks a value filled in from `params`.
 */
export const errors = {
  validation_failed: { status: 400, text: '{detail}' },
  malformed_request: { status: 400, text: 'The request could not be read.' },
  length_required: { status: 411, text: 'The length of the request has to be given.' },
  unauthenticated: { status: 401, text: 'Please sign in.' },
  forbidden: { status: 403, text: 'Access denied' },
  not_found: { status: 404, text: 'Not found.' },
  host_not_allowed: {
    status: 421,
    text: 'This server does not answer to the name in the address. Set PUBLIC_URL or ALLOWED_HOSTS to it.',
  },
  origin_not_allowed: {
    status: 403,
    text: 'A page of another address may not connect. If it is this server, set PUBLIC_URL to its address.',
  },
  too_many_requests: { status: 429, text: 'Too many requests. Try again in {seconds} seconds.' },
  too_many_connections: {
    status: 429,
    text: 'Too many pages are connected at once. Close some of them and try again.',
  },
  database_unavailable: {
    status: 503,
    text: 'The database does not answer. Please try again in a moment.',
  },
  storage_full: {
    status: 503,
    text: 'The disk of this server is full, so nothing was saved. Whoever runs the server has to make room; then try again.',
  },
  media_host_away: {
    status: 503,
    text: 'WhatsApp takes no files just now. Please try again in a moment.',
  },
  storage_short: {
    status: 503,
    text: 'The disk of this server is almost full, so nothing new is saved. Deleting still works. Whoever runs the server has to make room; then try again.',
  },
  media_storage_away: {
    status: 503,
    text: 'The storage of pictures, videos and documents does not answer. Please try again in a moment.',
  },
  payload_too_large: { status: 413, text: 'What was sent is too large.' },
  too_many_uploads: {
    status: 429,
    text: 'Too many uploads at once. Wait until one of them has finished.',
  },
  too_much_waiting: {
    status: 429,
    text: 'Several things of yours are still being worked on. Wait until one of them has finished.',
  },
  too_many_lists: {
    status: 429,
    text: 'Several long lists of yours are still being read. Wait until one of them has finished.',
  },
  headers_too_large: {
    status: 431,
    text: 'The address or the headers of this request are too long.',
  },
  request_timeout: { status: 408, text: 'The request took too long to arrive.' },
  range_not_satisfiable: { status: 416, text: 'This file has no such part.' },
  unsupported_media_type: { status: 415, text: 'This content type is not supported.' },
  internal_error: { status: 500, text: 'Something went wrong on the server. Please try again.' },
  gone_meanwhile: {
    status: 409,
    text: 'Something this belongs to has just been deleted. Reload the page and try again.',
  },
  shutting_down: { status: 503, text: 'The server is stopping. Please try again in a moment.' },
  wrong_credentials: { status: 401, text: 'Wrong e-mail or password.' },
  too_many_sign_ins: {
    status: 429,
    text: 'Too many failed sign-ins. Try again in {seconds} seconds.',
  },
  too_many_guesses: { status: 429, text: 'Too many wrong tries. Try again in {seconds} seconds.' },
  email_taken: { status: 409, text: 'An account with this e-mail already exists.' },
  password_too_common: {
    status: 422,
    text: 'This password is one of the most common ones. Choose another.',
  },
  current_password_required: {
    status: 403,
    text: 'Enter your current password to set a new one.',
  },
  current_password_wrong: { status: 403, text: 'This is not your current password.' },
  setup_code_required: {
    status: 403,
    text: 'The first account needs the setup code that the server printed at its start.',
  },
  setup_code_wrong: {
    status: 403,
    text: 'This is not the setup code that the server printed at its last start.',
  },
  registration_closed: { status: 403, text: 'Registration is closed on this server.' },
  invitation_required: {
    status: 403,
    text: 'Registration needs an invitation. Ask an admin of this server for one.',
  },
  invitation_invalid: {
    status: 403,
    text: 'This invitation was used, was withdrawn or has expired. Ask for another one.',
  },
  own_reset_link: { status: 403, text: 'Your own password is changed on the Account page.' },
  invitation_not_found: {
    status: 404,
    text: 'This invitation was used or withdrawn, or has expired.',
  },
  too_many_invitations: {
    status: 409,
    text: 'At most {n} invitations can be open at once. Withdraw some.',
  },
  reset_link_invalid: {
    status: 403,
    text: 'This link was used or has expired. Ask an admin for another one.',
  },
  user_not_found: { status: 404, text: 'User not found.' },
  device_not_found: { status: 404, text: 'Device not found.' },
  device_limit_reached: {
    status: 409,
    text: 'Cannot connect more devices. Your plan ({plan}: {n} device(s)) limit has been reached.',
  },
  device_needs_scan: {
    status: 409,
    text: 'This number was unlinked. Scan a new QR code to link it again.',
  },
  no_session_to_disconnect: { status: 400, text: 'There is no connected device to disconnect.' },
  link_failed: { status: 400, text: 'The number could not be linked: {reason}. Please try again.' },
  link_passkey_late: {
    status: 409,
    text: 'WhatsApp asked for a passkey and got none in time. Nothing was linked. Show a new code to try again.',
  },
  link_passkey_refused: {
    status: 409,
    text: 'WhatsApp did not accept the passkey. Nothing was linked. Show a new code to try again.',
  },
  too_many_pairing_codes: {
    status: 429,
    text: 'Too many pairing codes were asked for. Scan the QR code, or try again in {minutes} min.',
  },
  too_many_sessions: {
    status: 429,
    text: 'You have connected numbers many times in a short while. Try again in {minutes} min.',
  },
  server_too_many_sessions: {
    status: 429,
    text: 'Many numbers are being connected on this server right now. Try again in {minutes} min.',
  },
  passkey_not_asked: { status: 404, text: 'No number of yours waits for a passkey.' },
  passkey_answer_wrong: {
    status: 400,
    text: 'This does not answer the request on the screen, so it was not sent. Copy the request again, and use the passkey of this number.',
  },
  link_forged: {
    status: 502,
    text: 'The number was not linked: the link that arrived is not signed by its WhatsApp account. Nothing of it was kept.',
  },
  contact_key_forged: {
    status: 502,
    text: 'A contact was not written to: the key that the network gave for them is not theirs. Other contacts are not affected.',
  },
  network_not_genuine: {
    status: 502,
    text: deviceProblemTexts.network_not_genuine,
  },
  recipient_not_found: { status: 404, text: 'This person is not in the campaign.' },
  opt_out_not_found: { status: 404, text: 'This person is not in the list.' },
  opt_out_known: { status: 409, text: 'This number is left alone already.' },
  opt_out_back: { status: 409, text: 'This person is written to already.' },
  saved_text_not_found: { status: 404, text: 'This saved text is no longer there.' },
  saved_text_name_taken: { status: 409, text: 'Another saved text has this name.' },
  saved_texts_full: {
    status: 409,
    text: 'You have {max} saved texts, which is the most. Delete one first.',
  },
  contact_not_found: { status: 404, text: 'Contact not found.' },
  contact_number_taken: { status: 409, text: 'Another contact has this number.' },
  contact_field_not_found: { status: 404, text: 'This field of contacts was not found.' },
  contact_field_taken: { status: 409, text: 'A field with this name already exists.' },
  contact_field_reserved: {
    status: 400,
    text: 'This name means something else in a text. Choose another.',
  },
  contact_field_unreadable: {
    status: 400,
    text: 'A name that stands in brackets has no brackets, braces, bars, quotation marks or backslashes.',
  },
  contact_fields_too_many: { status: 409, text: 'Contacts can have at most {n} fields.' },
  contact_groups_too_many: { status: 409, text: 'You can have at most {n} groups.' },
  contact_tag_not_found: { status: 404, text: 'This tag was not found.' },
  contact_tag_taken: { status: 409, text: 'A tag with this name already exists.' },
  contact_tags_too_many: { status: 409, text: 'There can be at most {n} tags.' },
  group_not_found: { status: 404, text: 'Contact group not found.' },
  group_name_empty: { status: 400, text: 'Group name cannot be empty.' },
  group_name_taken: { status: 409, text: 'A group with this name already exists.' },
  group_is_segment: {
    status: 409,
    text: 'A segment fills itself by its conditions. Choose a group.',
  },
  segment_not_found: { status: 404, text: 'Segment not found.' },
  segments_too_many: { status: 409, text: 'There can be at most {n} segments.' },
  phone_number_invalid: { status: 400, text: 'This is not a valid phone number.' },
  phone_numbers_two: {
    status: 400,
    text: 'Two phone numbers stand here. Keep one, and give the other a row of its own.',
  },
  phone_number_missing: { status: 400, text: 'There is no phone number in this row.' },
  no_file: { status: 400, text: 'No File Selected' },
  no_group: { status: 400, text: 'No Group Selected' },
  not_excel: { status: 415, text: 'Please select an Excel file (.xlsx or .xls)' },
  spreadsheet_encrypted: {
    status: 422,
    text: 'This file is protected by a password. Save it without one and try again.',
  },
  spreadsheet_numbers: {
    status: 415,
    text: 'This is a file of Apple Numbers. In Numbers choose File, Export To, Excel, and upload that file.',
  },
  spreadsheet_archive: {
    status: 415,
    text: 'This is a ZIP archive. Unpack it, and upload the spreadsheet in it.',
  },
  spreadsheet_shortcut: {
    status: 415,
    text: 'This is a link to a Google sheet. In Google Sheets choose File, Download, Microsoft Excel (.xlsx), and upload that file.',
  },
  spreadsheet_empty: { status: 422, text: 'This file has no rows.' },
  spreadsheet_no_phone_column: {
    status: 422,
    text: 'No column with phone numbers was found in this file.',
  },
  spreadsheet_too_large: {
    status: 413,
    text: 'This file is too large to read. It may hold at most {rows} rows.',
  },
  spreadsheet_too_slow: {
    status: 422,
    text: 'This file takes too long to read. Split it, or save it as .csv, and try again.',
  },
  spreadsheet_quote_open: {
    status: 422,
    text: 'A quotation mark in row {row} opens a cell and is never closed.',
  },
  spreadsheet_unreadable: { status: 422, text: 'This file could not be read as a spreadsheet.' },
  import_interrupted: {
    status: 503,
    text: 'The import stopped after {done} of {total} rows. Those are kept; upload the file again to add the rest.',
  },
  media_not_found: { status: 404, text: 'Media file not found.' },
  media_missing: { status: 400, text: 'Please select a file to upload.' },
  media_too_large: { status: 413, text: 'File size exceeds the 10MB limit.' },
  media_wrong_type: { status: 415, text: 'Only image or video files are allowed.' },
  media_unreadable: { status: 422, text: 'This file is damaged and could not be read.' },
  media_unsupported: {
    status: 415,
    text: 'This file could not be read. Save it as JPEG, PNG or MP4 and try again.',
  },
  media_needs_ffmpeg: {
    status: 415,
    text: 'Phones may not play this video, and this server has no ffmpeg to convert it. Upload an MP4 with H.264 video and AAC sound, or have ffmpeg installed.',
  },
  media_sound_needs_ffmpeg: {
    status: 415,
    text: 'Phones do not play this sound in a chat, and this server has no ffmpeg to convert it. Upload an MP3 or M4A, or have ffmpeg installed.',
  },
  media_convert_too_slow: {
    status: 422,
    text: 'Converting this file for phones takes too long. Upload a shorter one, or an MP4 with H.264 video and AAC sound.',
  },
  media_converted_too_large: {
    status: 413,
    text: 'Converted for phones, this file is larger than 10MB. Upload a shorter one.',
  },
  media_too_slow: {
    status: 422,
    text: 'This image takes too long to read. Save it smaller or as JPEG and try again.',
  },
  media_too_many_pixels: {
    status: 422,
    text: 'This image has too many pixels. Use one of at most {megapixels} megapixels.',
  },
  campaign_not_found: { status: 404, text: 'Campaign not found.' },
  idempotency_key_reused: {
    status: 422,
    text: 'This campaign was created already, as it was asked for first.',
  },
  campaign_deleted_since: {
    status: 410,
    text: 'This campaign was created already, and has been deleted since.',
  },
  campaign_number_removed: {
    status: 409,
    text: 'The number of this campaign was removed. Link it again, then switch the campaign on.',
  },
  campaign_media_both: {
    status: 400,
    text: 'Choose library items or one uploaded file, not both.',
  },
  campaign_completed: {
    status: 409,
    text: 'This campaign has finished and cannot be changed. Duplicate it, or send it to the rest.',
  },
  campaign_not_running: {
    status: 409,
    text: 'Only a campaign that is scheduled, waiting or sending can be paused.',
  },
  campaign_cancelled: {
    status: 409,
    text: 'This campaign was cancelled. Duplicate it to send it again.',
  },
  campaign_not_cancellable: {
    status: 409,
    text: 'Only a campaign with people left to write to can be cancelled.',
  },
  campaign_follow_up_empty: { status: 409, text: 'Nobody of this campaign has this outcome.' },
  campaign_nobody_failed: { status: 409, text: 'Nobody of this campaign has failed.' },
  campaign_preparing: {
    status: 409,
    text: 'The people of this campaign are still being prepared. Try again in a moment.',
  },
  campaign_not_completed: {
    status: 409,
    text: 'This campaign has not finished yet. Once it has, it can be sent to the rest.',
  },
  test_number_away: {
    status: 409,
    text: 'This number is not connected. Connect it, then send the test.',
  },
  test_empty: { status: 400, text: 'There is nothing to send. Write a caption or choose media.' },
  test_person_gone: {
    status: 409,
    text: 'This person is not in your contacts any more. Choose another.',
  },
  test_not_sent: {
    status: 502,
    text: 'The test was not sent: the network or the file host did not take it. Try again.',
  },
  campaign_rest_empty: { status: 409, text: 'Nobody is left to send this campaign to.' },
  campaign_copy_too_slow: {
    status: 503,
    text: 'Copying this campaign took too long. Nothing of the copy was kept.',
  },
  own_role: { status: 403, text: 'You cannot change your own role.' },
  own_account: { status: 403, text: 'You cannot delete your own account.' },
  node_not_found: { status: 404, text: 'This node is not on the list any more.' },
  node_takes_part: {
    status: 409,
    text: 'This node still takes part. Stop its server first.',
  },
  node_has_left: { status: 409, text: 'This node takes part no more.' },
  last_node: {
    status: 409,
    text: 'No other node could take the numbers of this one. Start another node first.',
  },
  admin_plan_fixed: { status: 409, text: 'The plan of an admin cannot be changed.' },
  quota_contacts: {
    status: 403,
    text: 'This would take you past the {most} contacts of your account. Delete some first, or ask an admin for more.',
  },
  quota_import: {
    status: 403,
    text: 'This file has {added} new contacts, and your account has room for {room} of its {most}. Nothing was imported.',
  },
  quota_media_bytes: {
    status: 403,
    text: 'This would take you past the {most} of media of your account. Delete some files first, or ask an admin for more.',
  },
  quota_campaigns: {
    status: 403,
    text: 'This would take you past the {most} campaigns of your account. Delete some first, or ask an admin for more.',
  },
  quota_people_waiting: {
    status: 403,
    text: 'This would take you past the {most} people waiting for messages of your account. Let a campaign finish or delete one first, or ask an admin for more.',
  },
  quota_recipients: {
    status: 403,
    text: 'This would take you past the {most} people that the campaigns of your account may keep. Delete campaigns that are over first, or ask an admin for more.',
  },
  quota_group_places: {
    status: 403,
    text: 'This would take you past the {most} places in groups of your account. Delete groups first, or ask an admin for more.',
  },
  quota_opt_outs: {
    status: 403,
    text: 'This would take you past the {most} opt-out entries of your account. Ask an admin for more.',
  },
  quota_chatbot_items: {
    status: 403,
    text: 'This would take you past the {most} chatbot items of your account. Delete some first, or ask an admin for more.',
  },
  quota_calls_today: {
    status: 403,
    text: 'This would take you past the {most} API and AI calls a day of your account. The next day begins at midnight UTC.',
  },
  chatbot_item_not_found: { status: 404, text: 'Chatbot campaign not found.' },
  chatbot_too_many_items: { status: 409, text: 'A number can have at most {n} chatbot campaigns.' },
  chatbot_too_many_keywords: {
    status: 409,
    text: 'This number would have {keywords} keywords. All its items together can have {n}. Remove some.',
  },
  chatbot_too_many_keyword_characters: {
    status: 409,
    text: 'The keywords of this number would be too long together: {characters} characters. All its items can have {n}. Remove or shorten some.',
  },
  chatbot_chat_paused: {
    status: 400,
    text: 'The chatbot rests for an hour in the chat with {chat}: it sent more than 20 replies in a minute.',
  },
  chatbot_chat_paused_slow: {
    status: 400,
    text: 'The chatbot rests for an hour in the chat with {chat}: it sent more than 60 replies in an hour.',
  },
  chatbot_pause_not_found: { status: 404, text: 'This chat is not paused any more.' },
  chatbot_next_action_missing: {
    status: 409,
    text: 'The next bot action does not exist on this number.',
  },
  chatbot_next_action_cycle: {
    status: 409,
    text: 'This next bot action would lead back to itself: {names}.',
  },
  ai_key_required: { status: 400, text: 'Enter the API key of this provider.' },
  api_rest_body_invalid: {
    status: 400,
    text: 'The body is not valid JSON. Placeholders belong inside quotation marks, as in "[name]".',
  },
  api_rest_path_invalid: {
    status: 400,
    text: "'{path}' is no path into an answer. Write it like data.items[0].price.",
  },
  api_rest_field_twice: { status: 400, text: 'Two fields have the same name. Give each its own.' },
  proxies_not_allowed: {
    status: 403,
    text: 'Members may not set proxies here. Ask an admin of this server.',
  },
  proxy_test_failed: { status: 422, text: 'The proxy does not work: {reason}' },
  ai_key_refused: { status: 422, text: 'The provider did not accept this API key: {reason}' },
  ai_provider_unreachable: { status: 502, text: 'The provider could not be reached: {reason}' },
  ai_settings_simulated: {
    status: 409,
    text: 'On the sandbox network AI settings are only simulated.',
  },
  sandbox_off: { status: 404, text: 'The sandbox network is not running.' },
  sandbox_phone_not_found: { status: 404, text: 'Sandbox phone not found.' },
  sandbox_no_pairing_code: {
    status: 409,
    text: 'There is no pairing code waiting to be typed.',
  },
  sandbox_no_code: { status: 409, text: 'There is no QR code waiting to be scanned.' },
  sandbox_message_not_found: { status: 404, text: 'Sandbox message not found.' },
  sandbox_delete_refused: {
    status: 409,
    text: 'In a group a message is deleted by its author, or by who made the group.',
  },
  sandbox_group_not_found: { status: 404, text: 'Sandbox group not found.' },
  sandbox_group_invalid: {
    status: 400,
    text: 'A group needs a name and at least one other number.',
  },
  sandbox_no_author: { status: 400, text: 'Choose a member of the group to write as.' },
  sandbox_number_taken: {
    status: 409,
    text: 'This number already belongs to another sandbox phone.',
  },
  sandbox_contact_unregistered: { status: 409, text: 'This number is not on the sandbox network.' },
  sandbox_too_many_phones: { status: 409, text: 'An account can have at most {n} sandbox phones.' },
  sandbox_too_many_pictures: {
    status: 409,
    text: 'At most {n} pictures can be sent to the sandbox phones of an account. Write without one.',
  },
  sandbox_empty_message: { status: 400, text: 'Write something or attach a picture.' },
  sandbox_scan_failed: {
    status: 409,
    text: 'The phone could not link. Ask for a new QR code and try again.',
  },
  sandbox_phone_linked: { status: 409, text: 'This phone is already linked. Use another one.' },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>

export type ErrorCode = keyof typeof errors

/** The English sentence of a refusal, with its values filled in. */
export function errorText(code: ErrorCode, params: ErrorParams = {}): string {
  return fillText(errors[code].text, params)
}
