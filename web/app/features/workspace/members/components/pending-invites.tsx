import { useQuery } from "@tanstack/react-query";
import type { Invite, Invited } from "@timbre/contract/workspace/schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { useState } from "react";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { showError } from "../../../../lib/page/toaster.ts";
import { ago } from "../../../../lib/text/format.ts";
import { LoadFailure } from "../../../../shell/page/load-failure.tsx";
import { roleLabel } from "../../components/role-select.tsx";
import { invitesQuery, useInvite, useRevokeInvite } from "../../workspace.queries.ts";
import { InviteLinks } from "./invite-links.tsx";

/** Invitations that have not been accepted. */
export function PendingInvites() {
	const invites = useQuery(invitesQuery);
	const [sent, setSent] = useState<{ invited: Invited; email: string } | null>(null);
	return (
		<section aria-labelledby="invites" className="mt-8">
			<h2 id="invites" className="mb-3 font-medium text-[15px]">
				Pending invitations
			</h2>
			{invites.isPending ? (
				<div aria-busy="true">
					<p className="sr-only">Loading invitations</p>
					<Skeleton className="h-14" />
				</div>
			) : null}
			{invites.isError ? <LoadFailure title="Couldn't load invitations" query={invites} /> : null}
			{invites.data?.length === 0 ? <p className="text-muted">No pending invitations.</p> : null}
			{invites.data?.length ? (
				<ul className="rounded-card border border-line bg-raised">
					{invites.data.map((invite) => (
						<Row key={invite.email} invite={invite} onSent={(invited) => setSent({ invited, email: invite.email })} />
					))}
				</ul>
			) : null}
			{sent ? <InviteLinks invited={sent.invited} emails={[sent.email]} onClose={() => setSent(null)} /> : null}
		</section>
	);
}

function Row({ invite, onSent }: { invite: Invite; onSent: (invited: Invited) => void }) {
	const inviting = useInvite();
	const removal = useRevokeInvite();
	const resend = () =>
		inviting.mutate(
			{
				emails: [invite.email],
				seat_type: invite.seat_type,
				group_ids: invite.group_ids,
				usage_limit: invite.usage_limit,
			},
			{ onSuccess: onSent, onError: (error) => showError("Couldn't resend the invitation", error) },
		);
	const revoke = async () => {
		const { confirmed } = await confirm({
			title: "Revoke invitation?",
			description: `The link sent to ${invite.email} stops working immediately.`,
			action: "Revoke invitation",
		});
		if (confirmed) removal.mutate(invite.email);
	};
	return (
		<li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b px-4 py-3 last:border-b-0">
			<div className="min-w-0 flex-1 basis-56">
				<p className="flex flex-wrap items-center gap-x-2">
					<span className="truncate font-medium" title={invite.email}>
						{invite.email}
					</span>
					{invite.is_expired ? <Badge tone="warning">Expired</Badge> : null}
				</p>
				<p className="text-[13px] text-muted">
					{roleLabel(invite.role)}, invited {ago(invite.created_at_unix)}
					{invite.invited_by_email ? ` by ${invite.invited_by_email}` : ""}
					{invite.is_expired ? "" : `, expires ${ago(invite.expires_at_unix)}`}
				</p>
			</div>
			<div className="flex gap-2">
				<Button size="small" busy={inviting.isPending} onClick={resend}>
					Resend
					<span className="sr-only"> invitation to {invite.email}</span>
				</Button>
				<Button size="small" busy={removal.isPending} onClick={() => void revoke()}>
					Revoke
					<span className="sr-only"> invitation for {invite.email}</span>
				</Button>
			</div>
		</li>
	);
}
