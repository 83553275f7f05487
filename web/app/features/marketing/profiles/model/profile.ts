// A user's public profile, fetched from the same server. Used by loaders only.
export type ProfileItem = {
	share_id: string;
	title: string;
	text: string;
	voice_name: string;
	duration_seconds: number;
	/** 0 to 255. */
	peaks: number[] | null;
	audio_url: string;
	share_url: string;
};
export type Profile = { handle: string; name: string; joined: string; profile_url: string; items: ProfileItem[] };

export async function fetchProfile(
	name: string,
	request: Request,
): Promise<{ status: number; profile: Profile | undefined }> {
	const response = await fetch(new URL(`/v1/profiles/${encodeURIComponent(name)}`, new URL(request.url).origin), {
		signal: AbortSignal.timeout(5_000),
	}).catch(() => undefined);
	if (!response?.ok) return { status: response && response.status < 500 ? 404 : 503, profile: undefined };
	return { status: 200, profile: (await response.json()) as Profile };
}
