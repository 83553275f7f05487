import type { ConsentLink } from "@timbre/contract/voice-making/consent-links.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Copy, Send } from "lucide-react";
import { useState } from "react";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { copyLink } from "../../../../lib/page/copy-link.ts";
import { toaster } from "../../../../lib/page/toaster.ts";
import { dateOf } from "../../../../lib/text/format.ts";
import { useLatestLink, useRevokeLink } from "../consent.queries.ts";
import { LinkDialog } from "./link-dialog.tsx";

const badges: Record<ConsentLink["status"], { label: string; tone: "neutral" | "positive" | "warning" | "danger" }> = {
	waiting: { label: "Waiting", tone: "warning" },
	given: { label: "Given", tone: "positive" },
	refused: { label: "Refused", tone: "danger" },
	expired: { label: "Expired", tone: "neutral" },
	revoked: { label: "Link revoked", tone: "neutral" },
	consent_revoked: { label: "Consent revoked", tone: "danger" },
};

/** Asks a speaker who is somewhere else for consent, and shows what became of the latest request. */
export function ConsentLinks({ voiceId }: { voiceId: string }) {
	const link = useLatestLink(voiceId);
	const [asking, setAsking] = useState(false);
	// Returned once by the server, so it can only be copied until the page is left.
	const [created, setCreated] = useState<{ linkId: string; url: string } | null>(null);
	const waiting = link?.status === "waiting";
	return (
		<section aria-label="Consent by link" className="mb-5 rounded-control border border-line bg-sunken px-4 py-3.5">
			<div className="flex flex-wrap items-center gap-x-4 gap-y-3">
				<div className="min-w-0 flex-1 basis-60">
					<p className="font-medium">Is someone else in the recordings?</p>
					<p className="mt-0.5 text-[13px] text-muted">
						Send them a link. They read the sentence on their own device, without an account.
					</p>
				</div>
				<Button size="small" onClick={() => setAsking(true)}>
					<Send aria-hidden="true" />
					{waiting ? "Replace link" : "Ask by link"}
				</Button>
			</div>
			{link ? (
				<LinkStatus voiceId={voiceId} link={link} url={created?.linkId === link.link_id ? created.url : undefined} />
			) : null}
			{asking ? (
				<LinkDialog
					voiceId={voiceId}
					replaces={waiting}
					onCreated={(linkId, url) => setCreated({ linkId, url })}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</section>
	);
}

function LinkStatus({ voiceId, link, url }: { voiceId: string; link: ConsentLink; url: string | undefined }) {
	const revoking = useRevokeLink(voiceId);
	const { label, tone } = badges[link.status];
	const revoke = async () => {
		const { confirmed } = await confirm({
			title: "Revoke this link?",
			description: "It stops working immediately. You can send another one.",
			action: "Revoke link",
		});
		if (confirmed) revoking.mutate(link.link_id, { onSuccess: () => toaster.show({ title: "Link revoked" }) });
	};
	return (
		<div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-3">
			<Badge tone={tone} className="shrink-0">
				{label}
			</Badge>
			<p role="status" className="min-w-0 flex-1 basis-52 text-[13px] [overflow-wrap:anywhere]">
				{describe(link)}
			</p>
			{link.status === "waiting" ? (
				<div className="flex flex-wrap gap-2">
					{url ? (
						<Button size="small" variant="quiet" onClick={() => void copyLink(url)}>
							<Copy aria-hidden="true" />
							Copy link
						</Button>
					) : null}
					<Button size="small" variant="quiet" busy={revoking.isPending} onClick={() => void revoke()}>
						Revoke link
					</Button>
				</div>
			) : null}
		</div>
	);
}

function describe(link: ConsentLink): string {
	const decided = link.decided_at_unix === null ? "" : dateOf(link.decided_at_unix);
	const sentTo = link.email === null ? "" : ` Sent to ${link.email}.`;
	switch (link.status) {
		case "waiting":
			return `The speaker hasn't answered yet.${sentTo} The link works until ${dateOf(link.expires_at_unix)}.`;
		case "given":
			return `The speaker gave consent on ${decided}.`;
		case "refused":
			return `The speaker refused on ${decided}. The voice can't be used without consent.`;
		case "expired":
			return `The link expired on ${dateOf(link.expires_at_unix)} without an answer.`;
		case "revoked":
			return "The link no longer works.";
		case "consent_revoked":
			return "The consent that was given with this link was revoked.";
	}
}
