import { useQuery } from "@tanstack/react-query";
import type { ServiceAccount } from "@timbre/contract/workspace/schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Bot, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { confirm } from "../../lib/forms/confirm.ts";
import { dateOf } from "../../lib/text/format.ts";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { Page } from "../../shell/page/page.tsx";
import { roleLabel } from "./components/role-select.tsx";
import { ServiceAccountDialog } from "./components/service-account-dialog.tsx";
import { serviceAccountsQuery, useDeleteServiceAccount } from "./workspace.queries.ts";

type RenderKeys = (account: { id: string; name: string }) => ReactNode;

/** Service accounts. Their keys belong to another feature, so the page passes in how to render them. */
export function ServiceAccounts({ keysOf }: { keysOf: RenderKeys }) {
	const accounts = useQuery(serviceAccountsQuery);
	const [creating, setCreating] = useState(false);
	const createButton = (
		<Button variant="primary" onClick={() => setCreating(true)}>
			<Plus aria-hidden="true" />
			Create service account
		</Button>
	);
	return (
		<Page
			title="Service accounts"
			description="Accounts for programs. Their API keys keep working when the person who created them leaves."
			actions={accounts.data?.length ? createButton : null}
			className="max-w-4xl"
		>
			{accounts.isPending ? (
				<div aria-busy="true" className="flex flex-col gap-3">
					<p className="sr-only">Loading service accounts</p>
					<Skeleton className="h-28 rounded-card" />
					<Skeleton className="h-28 rounded-card" />
				</div>
			) : null}
			{accounts.isError ? <LoadFailure title="Couldn't load service accounts" query={accounts} /> : null}
			{accounts.data?.length === 0 ? (
				<EmptyState icon={<Bot aria-hidden="true" />} title="No service accounts yet" action={createButton}>
					Create one for each program that acts for the workspace instead of a person. No one can sign in as it, and it
					takes no seat.
				</EmptyState>
			) : null}
			{accounts.data?.length ? (
				<ul className="flex flex-col gap-4">
					{accounts.data.map((account) => (
						<li key={account.service_account_user_id}>
							<AccountCard account={account} keysOf={keysOf} />
						</li>
					))}
				</ul>
			) : null}
			{creating ? <ServiceAccountDialog onClose={() => setCreating(false)} /> : null}
		</Page>
	);
}

function AccountCard({ account, keysOf }: { account: ServiceAccount; keysOf: RenderKeys }) {
	const deletion = useDeleteServiceAccount();
	const remove = async () => {
		const { confirmed } = await confirm({
			title: `Delete “${account.name}”?`,
			description: "Programs that use its API keys stop working immediately. What it created stays in the workspace.",
			action: "Delete account",
			lockSeconds: 3,
		});
		if (confirmed) deletion.mutate(account.service_account_user_id);
	};
	return (
		<Card className="p-5">
			<div className="flex items-start justify-between gap-3">
				<div className="min-w-0">
					<div className="flex flex-wrap items-center gap-x-2">
						<h2 className="truncate font-medium" title={account.name}>
							{account.name}
						</h2>
						<Badge>{roleLabel(account.role)}</Badge>
					</div>
					<p className="mt-0.5 text-[13px] text-muted">
						{account.created_at_unix === null ? "" : `Created ${dateOf(account.created_at_unix)}. `}
						<code className="break-all font-mono text-xs">{account.service_account_user_id}</code>
					</p>
				</div>
				<IconButton label={`Delete ${account.name}`} size="small" onClick={() => void remove()}>
					<Trash2 aria-hidden="true" />
				</IconButton>
			</div>
			<div className="mt-4">{keysOf({ id: account.service_account_user_id, name: account.name })}</div>
		</Card>
	);
}
