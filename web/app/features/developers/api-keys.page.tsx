import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ApiKey, developersEndpoints } from "@timbre/contract/developers.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/error-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { call } from "../../lib/api.ts";
import { isApiError } from "../../lib/api-error.ts";
import { confirm } from "../../lib/confirm.ts";
import { ago } from "../../lib/format.ts";
import { showError, toaster } from "../../lib/toaster.ts";
import { Page } from "../../shell/page.tsx";
import { CreateKeyDialog } from "./components/create-key-dialog.tsx";
import { apiKeysQuery } from "./developers.queries.ts";

export const meta = () => [{ title: "API keys - Timbre" }];

export default function ApiKeysPage() {
	const keys = useQuery(apiKeysQuery);
	const [creating, setCreating] = useState(false);
	const create = (
		<Button variant="primary" onClick={() => setCreating(true)}>
			<Plus aria-hidden="true" />
			Create key
		</Button>
	);
	return (
		<Page
			title="API keys"
			description="A key lets a program speak in your name. Send it as the xi-api-key header."
			actions={keys.data?.length ? create : null}
			className="max-w-4xl"
		>
			{keys.isPending ? (
				<div aria-busy="true" className="flex flex-col gap-3">
					<p className="sr-only">Loading API keys</p>
					<Skeleton className="h-14" />
					<Skeleton className="h-14" />
				</div>
			) : null}
			{keys.isError ? (
				<ErrorState
					title="The keys could not be loaded"
					message={keys.error.message}
					requestId={isApiError(keys.error) ? keys.error.requestId : undefined}
					busy={keys.isFetching}
					onRetry={() => void keys.refetch()}
				/>
			) : null}
			{keys.data?.length === 0 ? (
				<EmptyState icon={<KeyRound aria-hidden="true" />} title="No keys yet" action={create}>
					Make one to call the API from your own code, or from an ElevenLabs SDK pointed at this server.
				</EmptyState>
			) : null}
			{keys.data?.length ? <KeyList keys={keys.data} /> : null}
			<CreateKeyDialog open={creating} onOpenChange={setCreating} />
		</Page>
	);
}

function KeyList({ keys }: { keys: ApiKey[] }) {
	const queryClient = useQueryClient();
	const removal = useMutation({
		mutationFn: (key: ApiKey) => call(developersEndpoints.deleteApiKey, { params: { key_id: key.key_id } }),
		onSuccess: () => {
			toaster.show({ title: "Key revoked", tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
		},
		onError: (error) => showError("Not revoked", error),
	});
	const revoke = async (key: ApiKey) => {
		const { confirmed } = await confirm({
			title: `Revoke “${key.name}”?`,
			description: "Programs that use this key are refused from the next call on. This cannot be undone.",
			action: "Revoke",
		});
		if (confirmed) removal.mutate(key);
	};
	return (
		<ul className="rounded-card border border-line bg-raised">
			{keys.map((key) => (
				<li
					key={key.key_id}
					className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b px-4 py-3 last:border-b-0"
				>
					<div className="min-w-0 flex-1 basis-48">
						<h2 className="truncate font-medium" title={key.name}>
							{key.name}
						</h2>
						<p className="truncate font-mono text-muted text-xs">{key.preview}</p>
					</div>
					<p className="text-[13px] text-muted max-sm:grow">
						Made {ago(key.created_at_unix)}
						{", "}
						{key.last_used_at_unix ? `last used ${ago(key.last_used_at_unix)}` : "never used"}
					</p>
					<Button size="small" aria-label={`Revoke ${key.name}`} onClick={() => void revoke(key)}>
						Revoke
					</Button>
				</li>
			))}
		</ul>
	);
}
