import { z } from 'zod';
import { PATTERN_STRENGTHS, SIGNAL_PATTERNS } from '../model/signal-pattern.ts';

export const signalPattern = z.enum(SIGNAL_PATTERNS).meta({ id: 'SignalPattern' });
export const patternStrength = z.enum(PATTERN_STRENGTHS).meta({ id: 'PatternStrength' });
