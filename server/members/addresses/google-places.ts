import { z } from 'zod'
import { isAustralian } from '#contract/business/addresses.ts'
import { fetchInTime, patienceMs } from '#platform/outside'
import { Refusal } from '#platform/refusals'
import { type AddressService, mostSuggestions } from './address-service.ts'

const Answer = z.object({
  places: z
    .array(
      z.object({
        formattedAddress: z.string(),
        addressComponents: z.array(
          z.object({ longText: z.string(), shortText: z.string().default(''), types: z.array(z.string()) }),
        ),
      }),
    )
    .default([]),
})

/** Google's Places API, for those who have a key: one question gives the addresses and their parts. */
export function googlePlaces({ key, url }: { key: string; url: string }): AddressService {
  return {
    areStreetsChecked: true,
    suggest: async (typed) => {
      const { places } = await ask(`${url}/v1/places:searchText`, key, {
        textQuery: typed,
        regionCode: 'AU',
        languageCode: 'en-AU',
        pageSize: mostSuggestions,
      })
      return (
        places
          .map(({ formattedAddress, addressComponents }) => ({
            Description: formattedAddress,
            address_components: addressComponents.map(({ longText, shortText, types }) => ({
              long_name: longText,
              short_name: shortText || longText,
              types,
            })),
          }))
          // The region is a preference to Google, not a limit.
          .filter(({ address_components }) => isAustralian(address_components))
      )
    },
  }
}

async function ask(url: string, key: string, question: object): Promise<z.output<typeof Answer>> {
  try {
    const answer = await fetchInTime(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-goog-api-key': key,
        'x-goog-fieldmask': 'places.formattedAddress,places.addressComponents',
      },
      body: JSON.stringify(question),
      withinMs: patienceMs.ofCalls,
    })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return Answer.parse(await answer.json())
  } catch {
    throw new Refusal(502, 'addresses_unavailable', 'The address service does not answer. Try again later.')
  }
}
