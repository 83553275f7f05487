export const shareSentence = "Listen to this. I made it with Timbre, the open voice platform.";

const maxLinkCharacters = 38;

/** The link for display only; the full link is copied or opened. */
export function truncateLink(link: string): string {
	return link.length > maxLinkCharacters ? `${link.slice(0, maxLinkCharacters)}…` : link;
}

export type ShareTarget = { name: "Facebook" | "X" | "WhatsApp"; url: string };

export function shareTargets(link: string): ShareTarget[] {
	const address = (base: string, query: Record<string, string>) => `${base}?${new URLSearchParams(query)}`;
	return [
		{
			name: "Facebook",
			url: address("https://www.facebook.com/sharer/sharer.php", { u: link, quote: shareSentence }),
		},
		{ name: "X", url: address("https://x.com/intent/post", { text: shareSentence, url: link }) },
		{ name: "WhatsApp", url: address("https://wa.me/", { text: `${shareSentence} ${link}` }) },
	];
}

export type ShareDevice = {
	share?: (data: { title: string; text: string; url: string }) => Promise<void>;
	copy: (text: string) => Promise<void>;
	track: (name: string) => void;
};

export type ShareOutcome =
	| { kind: "shared" | "aborted" }
	| { kind: "copied"; message: "Share link copied to clipboard"; reason: string };

/** Opens the device share sheet; copies the link if that fails or is unavailable. Closing the sheet is not an error. */
export async function shareLink(link: string, device: ShareDevice): Promise<ShareOutcome> {
	let reason = "Share API not supported";
	if (device.share) {
		try {
			await device.share({ title: "Timbre", text: shareSentence, url: link });
			device.track("share_completed");
			return { kind: "shared" };
		} catch (error) {
			if (error instanceof Error && error.name === "AbortError") {
				device.track("share_aborted");
				return { kind: "aborted" };
			}
			reason = error instanceof Error ? error.message : String(error);
		}
	}
	await device.copy(link);
	return { kind: "copied", message: "Share link copied to clipboard", reason };
}
