import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { Ban, Ellipsis, Pencil, Power, RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { confirm } from "../../../lib/forms/confirm.ts";
import { showError, toaster } from "../../../lib/page/toaster.ts";
import { ago, count, dateOf } from "../../../lib/text/format.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { type KeySource, type KeyView, keysQuery, type NewSecret } from "../developers.queries.ts";
import { summarizePermissions } from "../model/key-permissions.ts";
import { KeyDialog, SecretDialog } from "./key-dialog.tsx";

type KeyListProps = {
	source: KeySource;
	/** Shown if there are no keys. */
	empty: ReactNode;
	heading?: "h2" | "h4";
};

export function KeyList({ source, empty, heading = "h2" }: KeyListProps) {
	const keys = useQuery(keysQuery(source));
	const [editing, setEditing] = useState<KeyView>();
	const [secret, setSecret] = useState<NewSecret>();
	if (keys.isPending)
		return (
			<div aria-busy="true" className="flex flex-col gap-3">
				<p className="sr-only">Loading API keys</p>
				<Skeleton className="h-14" />
				<Skeleton className="h-14" />
			</div>
		);
	if (keys.isError) return <LoadFailure title="Couldn't load API keys" query={keys} />;
	return (
		<>
			{keys.data.length === 0 ? (
				empty
			) : (
				<ul className="rounded-card border border-line bg-raised">
					{keys.data.map((key) => (
						<KeyRow
							key={key.id}
							source={source}
							view={key}
							heading={heading}
							onEdit={() => setEditing(key)}
							onSecret={setSecret}
						/>
					))}
				</ul>
			)}
			{editing ? <KeyDialog source={source} editing={editing} onClose={() => setEditing(undefined)} /> : null}
			{secret === undefined ? null : (
				<SecretDialog title="Copy your API key" secret={secret} onClose={() => setSecret(undefined)} />
			)}
		</>
	);
}

type KeyRowProps = {
	source: KeySource;
	view: KeyView;
	heading: "h2" | "h4";
	onEdit: () => void;
	onSecret: (secret: NewSecret) => void;
};

function KeyRow({ source, view, heading: Heading, onEdit, onSecret }: KeyRowProps) {
	return (
		<li className="flex items-start gap-x-4 border-line border-b px-4 py-3 last:border-b-0">
			<div className="grid min-w-0 flex-1 gap-x-6 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
				<div className="min-w-0">
					<div className="flex flex-wrap items-center gap-2">
						<Heading className="truncate font-medium" title={view.name}>
							{view.name}
						</Heading>
						{view.disabled ? (
							<Badge tone="warning">{view.disabledByOwner ? "Disabled by owner" : "Disabled"}</Badge>
						) : null}
						{view.expiresAt && view.expiresAt * 1000 <= Date.now() ? <Badge tone="warning">Expired</Badge> : null}
					</div>
					<p className="truncate font-mono text-muted text-xs">{view.preview}</p>
				</div>
				<div className="min-w-0 text-[13px] text-muted">
					<p>
						{summarizePermissions(view.permissions)}
						{view.allowedIps
							? `, from ${view.allowedIps.length === 1 ? "1 network" : `${view.allowedIps.length} networks`}`
							: ""}
					</p>
					<p>
						Created {ago(view.createdAt)}
						{", "}
						{view.lastUsedAt ? `last used ${ago(view.lastUsedAt)}` : "never used"}
						{view.expiresAt ? `, expires ${dateOf(view.expiresAt)}` : ""}
					</p>
					<Spending view={view} />
				</div>
			</div>
			<KeyMenu source={source} view={view} onEdit={onEdit} onSecret={onSecret} />
		</li>
	);
}

function Spending({ view }: { view: KeyView }) {
	if (view.limit === null) return view.spent > 0 ? <p>{count(view.spent)} credits this month</p> : null;
	return (
		<div className="mt-1 max-w-64">
			<p>
				{count(view.spent)} of {count(view.limit)} credits this month
			</p>
			<Progress label={`Credits spent with ${view.name}`} value={view.spent} max={view.limit} className="mt-1" />
		</div>
	);
}

function KeyMenu({ source, view, onEdit, onSecret }: Omit<KeyRowProps, "heading">) {
	const queryClient = useQueryClient();
	const refresh = () => queryClient.invalidateQueries({ queryKey: ["developers"] });
	const act = useMutation({
		mutationFn: (work: { done: string; run: () => Promise<unknown> }) => work.run(),
		onSuccess: (_result, { done }) => {
			toaster.show({ title: done, tone: "positive" });
			return refresh();
		},
		onError: (error) => showError("Couldn't update the API key", error),
	});
	const rotate = async () => {
		const { confirmed } = await confirm({
			title: `Rotate “${view.name}”?`,
			description: "The current secret stops working immediately. Update every client that uses it.",
			action: "Rotate key",
		});
		if (confirmed) act.mutate({ done: "API key rotated", run: async () => onSecret(await source.rotate(view.id)) });
	};
	const revoke = async () => {
		const { confirmed } = await confirm({
			title: `Revoke “${view.name}”?`,
			description: "Requests with this key stop working immediately. This can't be undone.",
			action: "Revoke key",
		});
		if (confirmed) act.mutate({ done: "API key revoked", run: () => source.remove(view.id) });
	};
	const turn = () =>
		act.mutate({
			done: view.disabled ? "API key enabled" : "API key disabled",
			run: () => source.enable(view.id, view.disabled),
		});
	return (
		<DropdownMenu>
			<DropdownMenuTrigger asChild>
				<IconButton label={`Actions for ${view.name}`} size="small" tooltip={false}>
					<Ellipsis aria-hidden="true" />
				</IconButton>
			</DropdownMenuTrigger>
			<DropdownMenuContent align="end">
				<DropdownMenuItem onSelect={onEdit}>
					<Pencil aria-hidden="true" />
					Edit
				</DropdownMenuItem>
				<DropdownMenuItem onSelect={() => void rotate()}>
					<RefreshCw aria-hidden="true" />
					Rotate
				</DropdownMenuItem>
				<DropdownMenuItem onSelect={turn}>
					<Power aria-hidden="true" />
					{view.disabled ? "Enable" : "Disable"}
				</DropdownMenuItem>
				<DropdownMenuSeparator />
				<DropdownMenuItem onSelect={() => void revoke()}>
					<Ban aria-hidden="true" />
					Revoke
				</DropdownMenuItem>
			</DropdownMenuContent>
		</DropdownMenu>
	);
}
