import { ssoErrors } from "@timbre/contract/workspace/rules.ts";
import type { SsoErrorCode } from "@timbre/contract/workspace/sso.ts";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { toaster } from "../../../lib/page/toaster.ts";

const unknown = "Single sign-on failed. Try again, or contact your IT administrator.";
const isKnown = (code: string): code is SsoErrorCode => Object.hasOwn(ssoErrors, code);

/** The error for a failed single sign-on. Only the code is taken from the URL, since text in it can be forged. */
export function useSsoError(): string | undefined {
	const [search] = useSearchParams();
	const code = search.get("error");
	const message = code === null ? undefined : isKnown(code) ? ssoErrors[code] : unknown;
	const shown = useRef(false);
	useEffect(() => {
		if (message === undefined || shown.current) return;
		shown.current = true;
		toaster.show({ tone: "danger", title: "Single sign-on failed", detail: message });
	}, [message]);
	return message;
}
