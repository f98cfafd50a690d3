/** Words that mean something to the language itself; languages that look alike share a list. */

const words = (text: string): readonly string[] => text.split(/\s+/);

export const C_LIKE = words(
  `abstract as async await boolean break case catch char class const constexpr continue debugger default defer delete do double
  dyn else enum export extends extern false final finally float fn for func function goto if impl implements import
  in instanceof int interface internal is let long mut namespace new nil null nullptr   override package private protected pub public readonly return satisfies sealed self short signed sizeof static
  struct super switch template this throw trait true try type typedef typeof undefined union unsafe unsigned using
  var virtual void volatile while with yield`,
);

export const SCRIPT = words(
  `and as assert async await begin break case class continue def del do done elif else elsif end esac except exit export false
  finally fi for from function global if import in is lambda local module next nil no None nonlocal not null or pass raise
  rescue return self source then True False true try unless until while with yes yield`,
);

export const SQL = words(
  `ADD ALTER AND AS BEGIN BY CASE COMMIT CREATE DELETE DROP ELSE END EXISTS FROM GROUP HAVING IN INDEX INNER INSERT INTO IS JOIN
  KEY LEFT LIMIT NOT NULL ON OR ORDER PRIMARY SELECT SET TABLE THEN UNION UPDATE VALUES WHEN WHERE and end function if in local
  nil not or return select from then where`,
);
