/** One model symbol and the text range it belongs to; punctuation and the spaces between words may have none. */
export type Token = { symbol: string; start?: number; end?: number };

export function tokensOf(symbols: Iterable<string>, range?: { start: number; end: number }): Token[] {
	return Array.from(symbols, (symbol) => (range ? { symbol, start: range.start, end: range.end } : { symbol }));
}

export function symbolsOf(tokens: readonly Token[]): string {
	return tokens.map(({ symbol }) => symbol).join("");
}
