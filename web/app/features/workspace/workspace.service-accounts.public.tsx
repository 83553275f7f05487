import { useQuery } from "@tanstack/react-query";
import type { ServiceAccount } from "@timbre/contract/workspace.entities.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Bot, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { confirm } from "../../lib/confirm.ts";
import { dateOf } from "../../lib/format.ts";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { Page } from "../../shell/page.tsx";
import { roleLabel } from "./components/role-select.tsx";
import { ServiceAccountDialog } from "./components/service-account-dialog.tsx";
import { serviceAccountsQuery, useServiceAccountDeletion } from "./workspace.queries.ts";

type KeysOf = (account: { id: string; name: string }) => ReactNode;

/** Accounts for programs. Their keys are another area's: whoever puts the page together says how they are shown. */
export function ServiceAccounts({ keysOf }: { keysOf: KeysOf }) {
	const accounts = useQuery(serviceAccountsQuery);
	const [making, setMaking] = useState(false);
	const make = (
		<Button variant="primary" onClick={() => setMaking(true)}>
			<Plus aria-hidden="true" />
			Make a service account
		</Button>
	);
	return (
		<Page
			title="Service accounts"
			description="Accounts for programs: their keys go on working when the person who made them leaves."
			actions={accounts.data?.length ? make : null}
			className="max-w-4xl"
		>
			{accounts.isPending ? (
				<div aria-busy="true" className="flex flex-col gap-3">
					<p className="sr-only">Loading service accounts</p>
					<Skeleton className="h-28 rounded-card" />
					<Skeleton className="h-28 rounded-card" />
				</div>
			) : null}
			{accounts.isError ? <LoadFailure title="The service accounts could not be loaded" query={accounts} /> : null}
			{accounts.data?.length === 0 ? (
				<EmptyState icon={<Bot aria-hidden="true" />} title="No service accounts yet" action={make}>
					Make one for each program that speaks for the workspace and not for a person. Nobody can sign in as one, and
					it takes no seat.
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
			{making ? <ServiceAccountDialog onClose={() => setMaking(false)} /> : null}
		</Page>
	);
}

function AccountCard({ account, keysOf }: { account: ServiceAccount; keysOf: KeysOf }) {
	const deletion = useServiceAccountDeletion();
	const remove = async () => {
		const { confirmed } = await confirm({
			title: `Delete “${account.name}”?`,
			description: "Programs that use its keys are refused from the next call on. What it made stays in the workspace.",
			action: "Delete",
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
						{account.created_at_unix === null ? "" : `Made on ${dateOf(account.created_at_unix)}. `}
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
