import { ServiceAccountKeys } from "../../features/developers/developers.service-keys.public.tsx";
import { ServiceAccounts } from "../../features/workspace/workspace.service-accounts.public.tsx";

export const meta = () => [{ title: "Service accounts - Timbre" }];

/** Combines two areas that do not import each other: accounts (workspace) and their keys (developers). */
export default function ServiceAccountsPage() {
	return <ServiceAccounts keysOf={(account) => <ServiceAccountKeys account={account} />} />;
}
