const step = 0x8000;

export function toBase64(bytes: Uint8Array): string {
	let binary = "";
	// In steps: a function takes only so many arguments.
	for (let at = 0; at < bytes.length; at += step) binary += String.fromCharCode(...bytes.subarray(at, at + step));
	return btoa(binary);
}

export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
