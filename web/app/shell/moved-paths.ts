/** Addresses that links from outside and redirects after sign-in use, and where what they mean is here. */
export const movedPaths: Readonly<Record<string, string>> = {
	"/audio-native": "/app/audio-native",
	"/dubs": "/app/dubbing",
	"/history": "/app/speech-synthesis/text-to-speech/history",
	"/redirect": "/app/home",
	"/request-alpha-access": "/app/home",
	"/speech-synthesis": "/app/speech-synthesis",
	"/subscription": "/app/subscription",
	"/usage": "/app/usage",
};
