/** Redirects for paths used by external links and by the redirect after sign-in. */
export const movedPaths: Readonly<Record<string, string>> = {
	"/audio-native": "/app/audio-native",
	"/dubs": "/app/dubbing",
	"/history": "/app/speech-synthesis/text-to-speech/history",
	"/redirect": "/app/home",
	"/request-alpha-access": "/app/home",
	"/sound-effects/:soundEffectId": "/app/sound-effects/history",
	"/speech-synthesis": "/app/speech-synthesis",
	"/subscription": "/app/subscription",
	"/usage": "/app/usage",
};
