import { lookColours } from '#contract/business/look-colours.ts'

/** What a mail shows of the club that sends it; what is empty isn't shown. */
type Look = {
  readonly Colour?: string | null | undefined
  readonly EmailAddress?: string | null | undefined
  readonly PhoneNumber?: string | null | undefined
  readonly Website?: string | null | undefined
  readonly PostalAddress?: string | null | undefined
}

type Letter = {
  /** The mail as it is written, in paragraphs with an empty line between them. */
  readonly text: string
  readonly name: string
  readonly look: Look
  /** Where the logo is; null for none. */
  readonly logo: string | null
}

/**
 * The same words as a text mail, in the club's look. Nothing in it is anybody's markup: all is escaped, and of the text
 * only addresses of pages become links. Mail programs know neither style sheets nor boxes beside each other for sure.
 */
export function clubLetter({ text, name, look, logo }: Letter): string {
  const { bar, onBar, strong } = lookColours(look.Colour ?? null)
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((lines) => `<p style="margin:0 0 16px">${linked(lines, strong)}</p>`)
  const picture = logo
    ? `<img src="${escaped(logo)}" alt="" height="48" style="display:block;max-width:240px;height:48px;margin:0 auto 8px;object-fit:contain">`
    : ''
  return [
    '<!doctype html><html lang="en-AU"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>',
    '<body style="margin:0;padding:16px;background:#f6f8f9;color:#192027;font:16px/1.5 Arial,sans-serif">',
    '<div style="max-width:600px;margin:0 auto;background:#ffffff">',
    `<div style="padding:16px;background:${bar};color:${onBar};font-weight:bold;text-align:center">`,
    `${picture}${escaped(name)}</div>`,
    `<div style="padding:24px 24px 8px;overflow-wrap:anywhere">${paragraphs.join('')}</div>`,
    `${footOf(name, look, strong)}</div></body></html>`,
  ].join('\n')
}

function footOf(name: string, look: Look, colour: string): string {
  const link = (href: string, words: string) =>
    `<a href="${escaped(href)}" style="color:${colour}">${escaped(words)}</a>`
  const { EmailAddress, PhoneNumber, Website, PostalAddress } = look
  const lines = [
    PostalAddress && inLines(escaped(PostalAddress)),
    PhoneNumber && escaped(PhoneNumber),
    EmailAddress && link(`mailto:${EmailAddress}`, EmailAddress),
    Website && link(Website, Website),
  ].filter(Boolean)
  if (lines.length === 0) return ''
  const all = [escaped(name), ...lines].join('<br>')
  return `<div style="padding:16px 24px;border-top:1px solid #d5dade;color:#56616c;font-size:14px">${all}</div>`
}

const address = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]/g

/** The text with its addresses as links; each part is escaped by itself, so that none is cut by its signs. */
function linked(text: string, colour: string): string {
  let html = ''
  let from = 0
  for (const { 0: url, index } of text.matchAll(address)) {
    html += escaped(text.slice(from, index))
    html += `<a href="${escaped(url)}" style="color:${colour}">${escaped(url)}</a>`
    from = index + url.length
  }
  return inLines(html + escaped(text.slice(from)))
}

const inLines = (html: string) => html.replaceAll(/\r?\n/g, '<br>')

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '')
}
