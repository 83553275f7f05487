/** Tiers in ascending order, as compared by `tierAtLeast`. */
export const tiers = [
	"free",
	"starter",
	"creator",
	"pro",
	"growing_business",
	"scale_2024_08_10",
	"trial",
	"enterprise",
] as const;
export type Tier = (typeof tiers)[number];
/** All other tiers are paid. */
export const unpaidTiers = ["free", "trial"] as const satisfies readonly Tier[];

type Plan = {
	label: string;
	/** Credits per month. */
	characterLimit: number;
	voiceLimit: number;
	professionalVoiceLimit: number;
	concurrency: number;
	seats: number;
};

export const plans: Record<Tier, Plan> = {
	free: { label: "Free", characterLimit: 10_000, voiceLimit: 3, professionalVoiceLimit: 0, concurrency: 2, seats: 1 },
	starter: {
		label: "Starter",
		characterLimit: 30_000,
		voiceLimit: 10,
		professionalVoiceLimit: 0,
		concurrency: 3,
		seats: 1,
	},
	creator: {
		label: "Creator",
		characterLimit: 100_000,
		voiceLimit: 30,
		professionalVoiceLimit: 1,
		concurrency: 5,
		seats: 1,
	},
	pro: { label: "Pro", characterLimit: 500_000, voiceLimit: 160, professionalVoiceLimit: 1, concurrency: 10, seats: 1 },
	growing_business: {
		label: "Scale",
		characterLimit: 2_000_000,
		voiceLimit: 660,
		professionalVoiceLimit: 1,
		concurrency: 15,
		seats: 3,
	},
	scale_2024_08_10: {
		label: "Business",
		characterLimit: 11_000_000,
		voiceLimit: 660,
		professionalVoiceLimit: 3,
		concurrency: 15,
		seats: 5,
	},
	trial: {
		label: "Trial",
		characterLimit: 100_000,
		voiceLimit: 30,
		professionalVoiceLimit: 1,
		concurrency: 15,
		seats: 25,
	},
	enterprise: {
		label: "Enterprise",
		characterLimit: 100_000_000,
		voiceLimit: 1_000,
		professionalVoiceLimit: 10,
		concurrency: 1_000,
		seats: 25,
	},
};

/** The lowest plan that includes a format. Formats not listed are in every plan. */
export const formatTiers = { mp3_44100_192: "creator", pcm_44100: "pro", wav_44100: "pro" } as const satisfies Record<
	string,
	Tier
>;

/** Credits per minute of audio, charged by the started second. */
export const creditsPerMinute = {
	transcription: 50,
	realtimeTranscription: 75,
	isolation: 100,
	voiceChanger: 150,
} as const;
export type MinutePriced = keyof typeof creditsPerMinute;

/** What a recording costs: every started second counts, and the result is rounded up. */
export function creditsForSeconds(product: MinutePriced, seconds: number): number {
	return Math.ceil((Math.ceil(seconds) * creditsPerMinute[product]) / 60);
}

export function tierAtLeast(tier: Tier, other: Tier): boolean {
	return tiers.indexOf(tier) >= tiers.indexOf(other);
}
