import { describe, expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { dollarsFor, pointsFor, pointsProblems } from './points.ts'

const limits = { Minimum: 1, Maximum: 1000 }
const text = messages.points

describe('points and dollars', () => {
  test.each([
    [12.5, 100, 1250],
    [0.01, 50, 0.5],
    [0.01, 33.33, 0.33],
    [1.15, 1, 1.15],
  ])('$%d at %d to the dollar is %d points', (dollars, ratio, points) => {
    expect(pointsFor(dollars, ratio)).toBe(points)
  })

  test('are dollars to the cent, a half rounded up', () => {
    expect(dollarsFor(150.5, 100)).toBe(1.51)
    expect(dollarsFor(1, 3)).toBe(0.33)
  })
})

describe('an amount of points', () => {
  const problems = (PointsByDollarValue: number, PointsByQuantity: number, ratio = 100, isPaidOut = false) =>
    pointsProblems({ PointsByDollarValue, PointsByQuantity }, ratio, limits, { isPaidOut })

  test('is right from the minimum to the maximum', () => {
    expect(problems(0.01, 1)).toEqual({})
    expect(problems(10, 1000)).toEqual({})
  })

  test('is refused below and above', () => {
    expect(problems(0.01, 0.5, 50)).toEqual({ PointsByQuantity: 'Minimum point transfer is 1' })
    expect(problems(10.01, 1001)).toEqual({ PointsByQuantity: 'Maximum point transfer is 1000' })
  })

  test('is refused where dollars and points are not the same', () => {
    expect(problems(1, 101)).toEqual({
      PointsByQuantity: text.invalidQuantity,
      PointsByDollarValue: text.invalidAmount,
    })
  })

  test('that is paid out is never more dollars than the points are, where many amounts round to one', () => {
    expect(problems(100.49, 1, 0.01)).toEqual({})
    expect(problems(100.49, 1, 0.01, true)).toEqual({
      PointsByQuantity: text.invalidQuantity,
      PointsByDollarValue: text.invalidAmount,
    })
    expect(problems(100, 1, 0.01, true)).toEqual({})
  })

  test('of which a dollar is a point or more is paid out as before', () => {
    for (const ratio of [1, 1.005, 1.5, 3, 33.33, 100])
      for (let cents = 101; cents < 1000; cents += 7)
        expect(problems(cents / 100, pointsFor(cents / 100, ratio), ratio, true)).toEqual(
          problems(cents / 100, pointsFor(cents / 100, ratio), ratio),
        )
  })
})
