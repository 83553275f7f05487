import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OwnedApiKey } from "@timbre/contract/developers/endpoints.ts";
import { developersPaths } from "@timbre/contract/developers/paths.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { call } from "../../../lib/api/api.ts";
import { confirm } from "../../../lib/forms/confirm.ts";
import { showError, toaster } from "../../../lib/page/toaster.ts";
import { ago } from "../../../lib/text/format.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { workspaceKeysQuery } from "../developers.queries.ts";
import { summarizePermissions } from "../model/key-permissions.ts";

/** For admins: all other members' keys, to review and disable them. */
export function WorkspaceKeys({ userId }: { userId: string | undefined }) {
	const keys = useQuery(workspaceKeysQuery);
	const others = keys.data?.filter((key) => key.owner.user_id !== userId);
	if (keys.isError) return <LoadFailure title="Couldn't load the workspace's API keys" query={keys} />;
	if (!others?.length) return null;
	return (
		<section aria-labelledby="workspace-keys" className="mt-10">
			<h2 id="workspace-keys" className="font-semibold text-[15px]">
				Other keys in this workspace
			</h2>
			<p className="mt-1 mb-3 max-w-xl text-muted">
				As an admin, you can review and disable these keys. Their secrets are never shown.
			</p>
			<ul className="rounded-card border border-line bg-raised">
				{others.map((key) => (
					<OtherKey key={key.key_id} owned={key} />
				))}
			</ul>
		</section>
	);
}

function OtherKey({ owned }: { owned: OwnedApiKey }) {
	const queryClient = useQueryClient();
	const turn = useMutation({
		mutationFn: () =>
			call(developersPaths.updateWorkspaceApiKey, {
				params: { key_id: owned.key_id },
				body: { is_enabled: owned.is_disabled },
			}),
		onSuccess: () => {
			toaster.show({ title: owned.is_disabled ? "API key enabled" : "API key disabled", tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: ["developers"] });
		},
		onError: (error) => showError("Couldn't update the API key", error),
	});
	const { owner } = owned;
	const toggle = async () => {
		const { confirmed } = owned.is_disabled
			? { confirmed: true }
			: await confirm({
					title: `Disable “${owned.name}”?`,
					description: `Requests of ${owner.name} with this key are rejected immediately. You can enable it again.`,
					action: "Disable key",
				});
		if (confirmed) turn.mutate();
	};
	return (
		<li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b px-4 py-3 last:border-b-0">
			<div className="min-w-0 flex-1 basis-56">
				<div className="flex flex-wrap items-center gap-2">
					<h3 className="truncate font-medium" title={owned.name}>
						{owned.name}
					</h3>
					{owned.is_disabled ? <Badge tone="warning">Disabled</Badge> : null}
				</div>
				<p className="truncate text-[13px] text-muted">
					{owner.is_service_account ? `${owner.name}, service account` : `${owner.name}, ${owner.email}`}
				</p>
			</div>
			<p className="text-[13px] text-muted max-sm:grow">
				{summarizePermissions(owned.permissions)}
				{", "}
				{owned.last_used_at_unix ? `last used ${ago(owned.last_used_at_unix)}` : "never used"}
			</p>
			<Button
				size="small"
				busy={turn.isPending}
				aria-label={`${owned.is_disabled ? "Enable" : "Disable"} ${owned.name}`}
				onClick={() => void toggle()}
			>
				{owned.is_disabled ? "Enable" : "Disable"}
			</Button>
		</li>
	);
}
