import type { Invited } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { Copy } from "lucide-react";
import { showError, toaster } from "../../../../lib/page/toaster.ts";

type InviteLinksProps = { invited: Invited; emails: readonly string[]; onClose: () => void };

/** Shown after inviting: confirms the emails, or lists the links to share if the server can't send email. */
export function InviteLinks({ invited, emails, onClose }: InviteLinksProps) {
	const done = (
		<Button variant="primary" onClick={onClose}>
			Done
		</Button>
	);
	if (invited.delivery === "mail") {
		const [first] = emails;
		return (
			<Dialog
				open
				onOpenChange={onClose}
				title={emails.length === 1 ? "Invitation sent" : `${emails.length} invitations sent`}
				description={`We sent an email to ${emails.length === 1 ? first : `${first} and ${emails.length - 1} more`}.`}
				footer={done}
			/>
		);
	}
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title={invited.links.length === 1 ? "Share this link" : "Share these links"}
			description="This server can't send email, so share the links yourself. Each works once, for its recipient only, and is shown only now."
			footer={done}
			className="max-w-lg"
		>
			<ul className="flex flex-col gap-3">
				{invited.links.map((link) => (
					<li key={link.email}>
						<p className="mb-1 truncate font-medium text-[13px]">{link.email}</p>
						<div className="flex items-center gap-1 rounded-control border border-line bg-sunken py-1 pr-1 pl-3">
							<code className="min-w-0 flex-1 break-all text-xs">{link.url}</code>
							<Button size="small" variant="quiet" onClick={() => void copy(link.url)}>
								<Copy aria-hidden="true" />
								Copy
								<span className="sr-only"> link for {link.email}</span>
							</Button>
						</div>
					</li>
				))}
			</ul>
		</Dialog>
	);
}

async function copy(text: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(text);
		toaster.show({ title: "Copied", tone: "positive" });
	} catch (error) {
		showError("Couldn't copy the link", error);
	}
}
