import { type SsoRefusal, ssoRefusals } from "@timbre/contract/workspace.sso.ts";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { toaster } from "../../../lib/toaster.ts";

const unknown = "Signing in through your organisation did not work. Try again, or ask who runs it.";
const isKnown = (code: string): code is SsoRefusal => Object.hasOwn(ssoRefusals, code);

/** Why somebody was sent back from the identity provider. Only a name is taken from the address: words in it could be anybody's. */
export function useSsoFault(): string | undefined {
	const [search] = useSearchParams();
	const code = search.get("error");
	const words = code === null ? undefined : isKnown(code) ? ssoRefusals[code] : unknown;
	const told = useRef(false);
	useEffect(() => {
		if (words === undefined || told.current) return;
		told.current = true;
		toaster.show({ tone: "danger", title: "Single sign-on did not work", detail: words });
	}, [words]);
	return words;
}
