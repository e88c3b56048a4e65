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
  const problems = (PointsByDollarValue: number, PointsByQuantity: number, ratio = 100) =>
    pointsProblems({ PointsByDollarValue, PointsByQuantity }, ratio, limits)

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
})
