import { z } from 'zod'
import type { AbnRecord } from '#contract/business/business.ts'
import { messages } from '#contract/messages.ts'
import { fetchInTime, patienceMs } from '#platform/outside'
import { Refusal } from '#platform/refusals'
import { mostResults, type OutsideRegister } from './register.ts'

const Details = z.object({
  Abn: z.string(),
  EntityName: z.string(),
  AddressState: z.string().nullish(),
  AddressPostcode: z.string().nullish(),
})
const Names = z.object({
  Names: z.array(
    z.object({
      Abn: z.string(),
      Name: z.string(),
      State: z.string().nullish(),
      Postcode: z.string().nullish(),
    }),
  ),
})

/** The Australian Business Register's own service, for those who have its GUID. */
export function australianBusinessRegister(settings: { guid: string; url: string }): OutsideRegister {
  const ask = (page: string, query: Record<string, string>) =>
    askRegister(
      `${settings.url}/json/${page}.aspx?${new URLSearchParams({ ...query, guid: settings.guid }).toString()}`,
    )
  return {
    isOutside: true,
    find: async (type, text) => {
      if (type === 'name') {
        const { Names: found } = Names.parse(
          await ask('MatchingNames', { name: text, maxResults: String(mostResults) }),
        )
        return found.map((entry) => record(entry.Abn, entry.Name, entry.State, entry.Postcode))
      }
      const details = Details.parse(
        await (type === 'abn' ? ask('AbnDetails', { abn: text }) : ask('AcnDetails', { acn: text })),
      )
      // An unknown number is answered with empty fields.
      return details.Abn
        ? [record(details.Abn, details.EntityName, details.AddressState, details.AddressPostcode)]
        : []
    },
  }
}

function record(abn: string, name: string, state?: string | null, postcode?: string | null): AbnRecord {
  return { ABN: abn, Name: name, State: state ?? '', Postcode: postcode ?? '' }
}

async function askRegister(url: string): Promise<unknown> {
  try {
    const answer = await fetchInTime(url, { withinMs: patienceMs.ofCalls })
    const text = await answer.text()
    // The service only speaks JSONP: callback({…})
    return JSON.parse(text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')))
  } catch {
    throw new Refusal(502, 'register_unavailable', messages.business.lookupFailed)
  }
}
