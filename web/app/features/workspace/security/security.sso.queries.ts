import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@timbre/contract/endpoint.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace/endpoints.ts";
import { workspacePaths } from "@timbre/contract/workspace/paths.ts";
import { call } from "../../../lib/api/api.ts";
import { showError, toaster } from "../../../lib/page/toaster.ts";

export const domainsQuery = queryOptions({
	queryKey: ["workspace", "domains"],
	queryFn: async ({ signal }) => (await call(workspacePaths.listDomainVerifications, { signal })).domain_verifications,
});

export const providersQuery = queryOptions({
	queryKey: ["workspace", "identity-providers"],
	queryFn: async ({ signal }) => (await call(workspacePaths.listIdentityProviders, { signal })).identity_providers,
});

type Toasts<Input, Result> = {
	/** Toast title on success, if any. */
	done?: (result: Result, input: Input) => string | undefined;
	/** Toast title on failure. Undefined if the form shows the error. */
	failed?: string;
};

/** Refetches all workspace data, since domains, providers and the audit log depend on each other. */
function useSsoMutation<Input, Result>(
	mutationFn: (input: Input) => Promise<Result>,
	{ done, failed }: Toasts<Input, Result>,
) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn,
		onSuccess: (result, input) => {
			const title = done?.(result, input);
			if (title !== undefined) toaster.show({ title, tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: ["workspace"] });
		},
		onError: (error) => {
			if (failed !== undefined) showError(failed, error);
		},
	});
}

export const useAddDomain = () =>
	useSsoMutation((domain: string) => call(workspacePaths.createDomainVerification, { body: { domain } }), {});

export const useCheckDomain = () =>
	useSsoMutation(
		(id: string) => call(workspacePaths.checkDomainVerification, { params: { domain_verification_id: id } }),
		{
			done: ({ status, domain }) => (status === "verified" ? `${domain} is verified` : undefined),
			failed: "Couldn't check the domain",
		},
	);

export const useRequireSso = () =>
	useSsoMutation(
		({ id, required }: { id: string; required: boolean }) =>
			call(workspacePaths.updateDomainVerification, {
				params: { domain_verification_id: id },
				body: { sso_required: required },
			}),
		{
			done: ({ domain, sso_required }) =>
				sso_required
					? `Single sign-on is now required for ${domain}`
					: `Single sign-on is no longer required for ${domain}`,
			failed: "Couldn't save the change",
		},
	);

export const useRemoveDomain = () =>
	useSsoMutation(
		(id: string) => call(workspacePaths.deleteDomainVerification, { params: { domain_verification_id: id } }),
		{
			done: () => "Domain removed",
			failed: "Couldn't remove the domain",
		},
	);

export type NewProvider = RequestOf<typeof workspaceEndpoints.createIdentityProvider>["body"];
export type ProviderChange = RequestOf<typeof workspaceEndpoints.updateIdentityProvider>["body"];

const providerNotSaved = "Couldn't save the identity provider";

export const useAddProvider = () =>
	useSsoMutation((body: NewProvider) => call(workspacePaths.createIdentityProvider, { body }), {
		failed: providerNotSaved,
	});

export const useUpdateProvider = () =>
	useSsoMutation(
		({ id, body }: { id: string; body: ProviderChange }) =>
			call(workspacePaths.updateIdentityProvider, { params: { identity_provider_id: id }, body }),
		{ done: () => "Identity provider saved", failed: providerNotSaved },
	);

export const useDeleteProvider = () =>
	useSsoMutation(
		(id: string) => call(workspacePaths.deleteIdentityProvider, { params: { identity_provider_id: id } }),
		{
			done: () => "Identity provider deleted",
			failed: "Couldn't delete the identity provider",
		},
	);
